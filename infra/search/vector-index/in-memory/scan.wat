;; Dot products of rows with queries, four floats at a time (WebAssembly SIMD). A row's bytes stay in the first-level
;; cache while all queries pass over it. Four sums run side by side, because an addition takes four cycles.
;;
;; $stride: bytes of a row and of a query, a multiple of 64 and not 0. $k: queries, at least 1.
;; Writes 32-bit floats to $out: for each of the $n rows, $k of them.
(module
  (memory (import "kernel" "memory") 1)
  (func (export "scan")
    (param $rows i32) (param $n i32) (param $stride i32) (param $queries i32) (param $k i32) (param $out i32)
    (local $end i32) (local $at i32) (local $query i32) (local $left i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $n)))
        (local.set $end (i32.add (local.get $rows) (local.get $stride)))
        (local.set $query (local.get $queries))
        (local.set $left (local.get $k))
        (loop $next_query
          (local.set $at (local.get $rows))
          (local.set $a (v128.const f32x4 0 0 0 0))
          (local.set $b (v128.const f32x4 0 0 0 0))
          (local.set $c (v128.const f32x4 0 0 0 0))
          (local.set $d (v128.const f32x4 0 0 0 0))
          (loop $columns
            (local.set $a (f32x4.add (local.get $a)
              (f32x4.mul (v128.load (local.get $at)) (v128.load (local.get $query)))))
            (local.set $b (f32x4.add (local.get $b)
              (f32x4.mul (v128.load offset=16 (local.get $at)) (v128.load offset=16 (local.get $query)))))
            (local.set $c (f32x4.add (local.get $c)
              (f32x4.mul (v128.load offset=32 (local.get $at)) (v128.load offset=32 (local.get $query)))))
            (local.set $d (f32x4.add (local.get $d)
              (f32x4.mul (v128.load offset=48 (local.get $at)) (v128.load offset=48 (local.get $query)))))
            (local.set $at (i32.add (local.get $at) (i32.const 64)))
            (local.set $query (i32.add (local.get $query) (i32.const 64)))
            (br_if $columns (i32.lt_u (local.get $at) (local.get $end))))
          (local.set $a (f32x4.add
            (f32x4.add (local.get $a) (local.get $b))
            (f32x4.add (local.get $c) (local.get $d))))
          (f32.store (local.get $out)
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
              (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br_if $next_query (local.get $left)))
        (local.set $rows (local.get $end))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $row)))))
