"""The part of Qdrant's REST API that Anamnesis uses, over Qdrant's own engine.

Qdrant publishes its server in containers and on release pages, and its engine as a Python package as well:
`qdrant-edge-py` is the Rust code of one shard, in process. This file puts the server's addresses, envelope and status codes around it,
validates every request with the models that `qdrant-client` generates from the server's OpenAPI, and keeps the book of
collections and aliases. Filters, inverse document frequencies, fusion and scores are the engine's, and so are graphs
(HNSW) with what they are built and searched by, quantization with rescoring and oversampling, and what lies on the disk.

Unlike the server it is one node with one shard a collection: numbers of shards and replicas and the write consistency
factor are remembered and told, and nothing comes of them. `wait` is always so. The server optimizes when it likes, the
engine when it is told: here that is after the configuration of a collection was changed and, once there is a graph,
after every 20,000 points; of more than 5,000 a process of its own makes a copy, and the collection is `yellow` until that
is taken over.
`max_optimization_threads`, the write-ahead log, strict mode and snapshots are not known.

Usage: python qdrant-server.py <folder>. Listens on a free port of 127.0.0.1 and writes its URL to <folder>/url.
"""

import json
import shutil
import subprocess
import sys
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from urllib.parse import unquote, urlsplit

import qdrant_edge as edge
from pydantic import TypeAdapter, ValidationError
from qdrant_client import models

# The release whose OpenAPI the models come from.
VERSION = version("qdrant-client")

DISTANCES = {
    models.Distance.COSINE: edge.Distance.Cosine,
    models.Distance.DOT: edge.Distance.Dot,
    models.Distance.EUCLID: edge.Distance.Euclid,
    models.Distance.MANHATTAN: edge.Distance.Manhattan,
}
SCHEMAS = {
    "keyword": edge.PayloadSchemaType.Keyword,
    "integer": edge.PayloadSchemaType.Integer,
    "datetime": edge.PayloadSchemaType.Datetime,
}


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def unsupported(what):
    return Refusal(501, f"The test server does not know {what}.")


# --- From the server's models to the engine's -----------------------------------------------------------------------


def match_of(match):
    if isinstance(match, models.MatchValue):
        return edge.MatchValue(match.value)
    if isinstance(match, models.MatchAny):
        return edge.MatchAny(match.any)
    raise unsupported(type(match).__name__)


def range_of(span):
    ends = {"gte": span.gte, "gt": span.gt, "lte": span.lte, "lt": span.lt}
    if isinstance(span, models.Range):
        return edge.RangeFloat(**ends)
    # Days come without a time, as the server takes them too.
    return edge.RangeDateTime(**{name: end and str(end) for name, end in ends.items()})


def condition_of(condition):
    if isinstance(condition, models.Filter):
        return filter_of(condition)
    if isinstance(condition, models.HasIdCondition):
        return edge.HasIdCondition({point_id_of(one) for one in condition.has_id})
    if isinstance(condition, models.FieldCondition):
        if condition.match is not None:
            return edge.FieldCondition(condition.key, match=match_of(condition.match))
        if condition.range is not None:
            return edge.FieldCondition(condition.key, range=range_of(condition.range))
    raise unsupported(type(condition).__name__)


def conditions_of(conditions):
    if conditions is None:
        return None
    return [condition_of(one) for one in (conditions if isinstance(conditions, list) else [conditions])]


def filter_of(given):
    if given is None:
        return None
    return edge.Filter(
        must=conditions_of(given.must),
        should=conditions_of(given.should),
        must_not=conditions_of(given.must_not),
    )


def point_id_of(given):
    return given if isinstance(given, int) else uuid.UUID(str(given))


def vector_of(given):
    if isinstance(given, models.SparseVector):
        return edge.SparseVector(given.indices, given.values)
    return given


def told(vectors):
    if not isinstance(vectors, dict):
        return vectors
    return {
        name: {"indices": list(one.indices), "values": list(one.values)}
        if isinstance(one, edge.SparseVector)
        else one
        for name, one in vectors.items()
    }


def query_of(query, using):
    if query is None:
        return None
    if isinstance(query, models.NearestQuery):
        return query_of(query.nearest, using)
    if isinstance(query, (list, models.SparseVector)):
        return edge.Query.Nearest(vector_of(query), using)
    if isinstance(query, models.RrfQuery):
        # 2 is the server's default.
        return edge.Fusion.Rrf(query.rrf.k or 2, query.rrf.weights)
    raise unsupported(type(query).__name__)


def params_of(params):
    if params is None:
        return None
    given = params.quantization
    return edge.SearchParams(
        exact=bool(params.exact),
        hnsw_ef=params.hnsw_ef,
        indexed_only=bool(params.indexed_only),
        quantization=None
        if given is None
        else edge.QuantizationSearchParams(
            ignore=bool(given.ignore), rescore=given.rescore, oversampling=given.oversampling
        ),
    )


def prefetches_of(given):
    if given is None:
        return None
    return [
        edge.Prefetch(
            limit=one.limit or 10,
            query=query_of(one.query, one.using),
            prefetches=prefetches_of(one.prefetch),
            params=params_of(one.params),
            filter=filter_of(one.filter),
        )
        for one in (given if isinstance(given, list) else [given])
    ]


# --- Collections -----------------------------------------------------------------------------------------------------


# The server's own (config/config.yaml).
HNSW_DEFAULTS = {"m": 16, "ef_construct": 100, "full_scan_threshold": 10_000, "on_disk": False}
INDEXING_THRESHOLD = 10_000
# Points written after which a graph is brought up to date.
OPTIMIZE_EVERY = 20_000
# Points that are optimized in a moment, while everybody waits.
SMALL = 5_000
# Copies that may be out of date when they are done; the next one holds everybody up, and is not.
COPIES = 3


def set_of(model):
    return {} if model is None else model.model_dump(exclude_none=True)


def hnsw_of(*given):
    merged = {**HNSW_DEFAULTS, **{name: value for one in given for name, value in set_of(one).items()}}
    known = {name: merged.pop(name) for name in ("m", "ef_construct", "full_scan_threshold", "on_disk")}
    for ignored in ("max_indexing_threads", "payload_m"):
        merged.pop(ignored, None)
    if merged:
        raise unsupported(f"hnsw_config.{', '.join(merged)}")
    return known


def quantization_of(given):
    if given is None or given == models.Disabled.DISABLED:
        return None
    if isinstance(given, models.ScalarQuantization):
        scalar = given.scalar
        return edge.ScalarQuantizationConfig(
            edge.ScalarType.Int8, quantile=scalar.quantile, always_ram=scalar.always_ram
        )
    if isinstance(given, models.BinaryQuantization):
        if given.binary.encoding is not None or given.binary.query_encoding is not None:
            raise unsupported("an encoding of binary quantization")
        return edge.BinaryQuantizationConfig(always_ram=given.binary.always_ram)
    raise unsupported(type(given).__name__)


def edge_config(body):
    """The engine's configuration of a collection, for the server's."""
    vectors = body.vectors if isinstance(body.vectors, dict) else {"": body.vectors}
    threshold = getattr(body.optimizers_config, "indexing_threshold", None)
    return edge.EdgeConfig(
        vectors={
            name: edge.EdgeVectorParams(
                size=params.size,
                distance=DISTANCES[params.distance],
                on_disk=params.on_disk,
                hnsw_config=edge.HnswIndexConfig(**hnsw_of(body.hnsw_config, params.hnsw_config)),
                quantization_config=quantization_of(params.quantization_config or body.quantization_config),
            )
            for name, params in vectors.items()
        },
        sparse_vectors={
            name: edge.EdgeSparseVectorParams(
                modifier=edge.Modifier.Idf if params.modifier == models.Modifier.IDF else None
            )
            for name, params in (body.sparse_vectors or {}).items()
        },
        on_disk_payload=body.on_disk_payload,
        optimizers=edge.EdgeOptimizersConfig(
            indexing_threshold=INDEXING_THRESHOLD if threshold is None else threshold
        ),
        # What a test writes need not outlive the server.
        wal_enabled=False,
    )


def optimize(path, body):
    """What a process of its own does with a copy."""
    shard = edge.EdgeShard.load(path, edge_config(body))
    shard.optimize()
    shard.flush()
    shard.close()


class Collection:
    def __init__(self, path, body):
        self.path = path
        self.config = body
        self.shard = edge.EdgeShard.create(str(path), edge_config(body))
        self.indexes = {}
        self.written = 0
        self.optimized_at = 0
        self.optimizing = False
        # Whether the configuration has changed since the copy was begun.
        self.stale = False
        self.dropped = False

    def has_graph(self):
        named = self.config.vectors if isinstance(self.config.vectors, dict) else {"": self.config.vectors}
        return any(hnsw_of(self.config.hnsw_config, one.hnsw_config)["m"] > 0 for one in named.values())

    def patch(self, body):
        for name, value in set_of(body).items():
            if name not in ("vectors", "params", "optimizers_config", "hnsw_config", "quantization_config"):
                raise unsupported(f"a change of {name}")
        changed = self.config.model_copy(deep=True)
        for name, diff in (body.vectors or {}).items():
            if not isinstance(changed.vectors, dict) or name not in changed.vectors:
                raise Refusal(400, f"Wrong input: Not existing vector name error: {name}")
            params = changed.vectors[name]
            if diff.hnsw_config is not None:
                merged = {**set_of(params.hnsw_config), **set_of(diff.hnsw_config)}
                params.hnsw_config = models.HnswConfigDiff(**merged)
            if diff.quantization_config is not None:
                off = diff.quantization_config == models.Disabled.DISABLED
                params.quantization_config = None if off else diff.quantization_config
            if diff.on_disk is not None:
                params.on_disk = diff.on_disk
        for name, value in set_of(body.params).items():
            setattr(changed, name, value)
        if body.optimizers_config is not None:
            merged = {**set_of(changed.optimizers_config), **set_of(body.optimizers_config)}
            changed.optimizers_config = models.OptimizersConfigDiff(**merged)
        if body.hnsw_config is not None:
            changed.hnsw_config = models.HnswConfigDiff(
                **{**set_of(changed.hnsw_config), **set_of(body.hnsw_config)}
            )
        if body.quantization_config is not None:
            off = body.quantization_config == models.Disabled.DISABLED
            changed.quantization_config = None if off else body.quantization_config
        edge_config(changed)
        self.config = changed
        self.optimize_later()
        return True

    def optimize_later(self):
        if self.shard.info().points_count <= SMALL and not self.optimizing:
            self.shard.flush()
            self.shard.close()
            self.shard = edge.EdgeShard.load(str(self.path), edge_config(self.config))
            self.shard.optimize()
            self.optimized_at = self.written
            return
        self.stale = True
        if not self.optimizing:
            self.optimizing = True
            threading.Thread(target=self.optimize_copies, daemon=True).start()

    def optimize_copies(self):
        for attempt in range(1, COPIES + 2):
            last = attempt > COPIES
            copy = self.path.with_name(uuid.uuid4().hex)
            with Handler.lock:
                if self.dropped:
                    return
                self.stale = False
                at = self.written
                self.shard.flush()
                shutil.copytree(self.path, copy)
                body = self.config.model_dump_json(exclude_none=True)
                if last:
                    self.run_optimize(copy, body)
                    self.take_over(copy)
                    return
            self.run_optimize(copy, body)
            with Handler.lock:
                if not self.dropped and self.written == at and not self.stale:
                    self.take_over(copy)
                    return
            shutil.rmtree(copy, ignore_errors=True)

    def run_optimize(self, copy, body):
        done = subprocess.run(
            [sys.executable, __file__, "--optimize", str(copy)], input=body.encode(), check=False
        )
        if done.returncode != 0:
            print(f"The optimizer ended with {done.returncode}.", file=sys.stderr)

    def take_over(self, copy):
        self.shard.close()
        shutil.rmtree(self.path, ignore_errors=True)
        self.path = copy
        self.shard = edge.EdgeShard.load(str(copy), edge_config(self.config))
        self.optimized_at = self.written
        self.optimizing = False

    def wrote(self, points):
        self.written += points
        if self.has_graph() and self.written - self.optimized_at >= OPTIMIZE_EVERY:
            self.optimize_later()

    def upsert(self, body):
        if not isinstance(body, models.PointsList):
            raise unsupported(type(body).__name__)
        points = [
            edge.Point(
                point_id_of(point.id),
                {name: vector_of(vector) for name, vector in point.vector.items()},
                point.payload or {},
            )
            for point in body.points
        ]
        self.shard.update(edge.UpdateOperation.upsert_points(points))
        self.wrote(len(points))

    def delete(self, body):
        if isinstance(body, models.PointIdsList):
            operation = edge.UpdateOperation.delete_points([point_id_of(one) for one in body.points])
        else:
            operation = edge.UpdateOperation.delete_points_by_filter(filter_of(body.filter))
        self.shard.update(operation)
        self.wrote(1)

    def create_index(self, body):
        given = body.field_schema
        kind = getattr(given, "type", given)
        kind = getattr(kind, "value", kind)
        if kind not in SCHEMAS:
            raise unsupported(f"a payload index of type {kind}")
        self.shard.update(edge.UpdateOperation.create_field_index(body.field_name, SCHEMAS[kind]))
        self.indexes[body.field_name] = kind

    def query(self, body):
        found = self.shard.query(
            edge.QueryRequest(
                limit=body.limit or 10,
                query=query_of(body.query, body.using),
                prefetches=prefetches_of(body.prefetch),
                filter=filter_of(body.filter),
                params=params_of(body.params),
                with_payload=body.with_payload or False,
                with_vector=body.with_vector or False,
            )
        )
        return {
            "points": [
                {"id": str(one.id), "version": one.version, "score": one.score, "payload": one.payload}
                for one in found
            ]
        }

    def query_batch(self, body):
        return [self.query(search) for search in body.searches]

    def count(self, body):
        return {"count": self.shard.count(edge.CountRequest(exact=True, filter=filter_of(body.filter)))}

    def facet(self, body):
        found = self.shard.facet(
            edge.FacetRequest(
                key=body.key, limit=body.limit or 10, exact=body.exact or False, filter=filter_of(body.filter)
            )
        )
        return {"hits": [{"value": one.value, "count": one.count} for one in found.hits]}

    def scroll(self, body):
        records, following = self.shard.scroll(
            edge.ScrollRequest(
                offset=None if body.offset is None else point_id_of(body.offset),
                limit=body.limit or 10,
                filter=filter_of(body.filter),
                with_payload=True if body.with_payload is None else body.with_payload,
                with_vector=body.with_vector or False,
            )
        )
        points = [
            {"id": str(one.id), "payload": one.payload, **({"vector": told(one.vector)} if body.with_vector else {})}
            for one in records
        ]
        return {"points": points, "next_page_offset": None if following is None else str(following)}

    def info(self):
        shard = self.shard.info()
        return {
            "status": "yellow" if self.optimizing else "green",
            "optimizer_status": "ok",
            "segments_count": shard.segments_count,
            "points_count": shard.points_count,
            "indexed_vectors_count": shard.indexed_vectors_count,
            "config": self.told_config(),
            "payload_schema": {
                name: {"data_type": self.indexes[name], "points": index.points}
                for name, index in shard.payload_schema.items()
            },
        }

    def told_config(self):
        told = self.config.model_dump(mode="json", exclude_none=True)
        optimizers = {"indexing_threshold": INDEXING_THRESHOLD, **told.pop("optimizers_config", {})}
        return {
            "hnsw_config": hnsw_of(self.config.hnsw_config),
            "optimizer_config": optimizers,
            "quantization_config": told.pop("quantization_config", None),
            "params": {
                "shard_number": 1,
                "replication_factor": 1,
                "write_consistency_factor": 1,
                "on_disk_payload": True,
                **{name: value for name, value in told.items() if name != "hnsw_config"},
            },
        }

    def drop(self):
        self.dropped = True
        self.shard.close()
        shutil.rmtree(self.path, ignore_errors=True)


class Server:
    def __init__(self, folder):
        self.folder = folder
        self.collections = {}
        self.aliases = {}

    def find(self, name):
        found = self.collections.get(self.aliases.get(name, name))
        if found is None:
            raise Refusal(404, f"Not found: Collection `{name}` doesn't exist!")
        return found

    def create(self, name, body):
        if name in self.collections:
            raise Refusal(409, f"Wrong input: Collection `{name}` already exists!")
        if name in self.aliases:
            raise Refusal(400, f"Wrong input: Alias `{name}` already exists!")
        path = self.folder / uuid.uuid4().hex
        path.mkdir()
        self.collections[name] = Collection(path, body)
        return True

    def drop(self, name):
        collection = self.collections.pop(name, None)
        if collection is None:
            return False
        collection.drop()
        self.aliases = {alias: target for alias, target in self.aliases.items() if target != name}
        return True

    def change_aliases(self, body):
        changed = dict(self.aliases)
        for action in body.actions:
            if isinstance(action, models.CreateAliasOperation):
                wanted = action.create_alias
                if wanted.collection_name not in self.collections:
                    raise Refusal(404, f"Not found: Collection `{wanted.collection_name}` doesn't exist!")
                changed[wanted.alias_name] = wanted.collection_name
            elif isinstance(action, models.DeleteAliasOperation):
                changed.pop(action.delete_alias.alias_name, None)
            else:
                raise unsupported(type(action).__name__)
        self.aliases = changed
        return True

    def list_aliases(self):
        return {
            "aliases": [
                {"alias_name": alias, "collection_name": name} for alias, name in sorted(self.aliases.items())
            ]
        }


done = {"operation_id": 0, "status": "completed"}


def updated(_outcome):
    return done


# (method, path, model of the body, what is done with it)
ROUTES = [
    ("GET", ["collections"], None, lambda server: {"collections": [{"name": name} for name in server.collections]}),
    ("GET", ["aliases"], None, lambda server: server.list_aliases()),
    ("POST", ["collections", "aliases"], models.ChangeAliasesOperation, lambda server, body: server.change_aliases(body)),
    ("GET", ["collections", None], None, lambda server, name: server.find(name).info()),
    ("PUT", ["collections", None], models.CreateCollection, lambda server, name, body: server.create(name, body)),
    (
        "PATCH",
        ["collections", None],
        models.UpdateCollection,
        lambda server, name, body: server.find(name).patch(body),
    ),
    ("DELETE", ["collections", None], None, lambda server, name: server.drop(name)),
    (
        "PUT",
        ["collections", None, "index"],
        models.CreateFieldIndex,
        lambda server, name, body: updated(server.find(name).create_index(body)),
    ),
    (
        "PUT",
        ["collections", None, "points"],
        models.PointInsertOperations,
        lambda server, name, body: updated(server.find(name).upsert(body)),
    ),
    (
        "POST",
        ["collections", None, "points", "delete"],
        models.PointsSelector,
        lambda server, name, body: updated(server.find(name).delete(body)),
    ),
    (
        "POST",
        ["collections", None, "points", "query"],
        models.QueryRequest,
        lambda server, name, body: server.find(name).query(body),
    ),
    (
        "POST",
        ["collections", None, "points", "query", "batch"],
        models.QueryRequestBatch,
        lambda server, name, body: server.find(name).query_batch(body),
    ),
    (
        "POST",
        ["collections", None, "points", "count"],
        models.CountRequest,
        lambda server, name, body: server.find(name).count(body),
    ),
    (
        "POST",
        ["collections", None, "facet"],
        models.FacetRequest,
        lambda server, name, body: server.find(name).facet(body),
    ),
    (
        "POST",
        ["collections", None, "points", "scroll"],
        models.ScrollRequest,
        lambda server, name, body: server.find(name).scroll(body),
    ),
]
adapters = {id(model): TypeAdapter(model) for _, _, model, _ in ROUTES if model is not None}


def route(method, path):
    for wanted, pattern, model, act in ROUTES:
        if wanted == method and len(pattern) == len(path) and all(p is None or p == s for p, s in zip(pattern, path)):
            names = [segment for p, segment in zip(pattern, path) if p is None]
            return model, lambda server, *body: act(server, *names, *body)
    raise unsupported(f"{method} /{'/'.join(path)}")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    lock = threading.Lock()
    server_state = None

    def answer(self, status, body):
        payload = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def handle_request(self):
        started = time.perf_counter()
        content = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = [unquote(segment) for segment in urlsplit(self.path).path.split("/") if segment]
        try:
            if not path:
                return self.answer(200, {"title": "qdrant - vector search engine", "version": VERSION})
            model, act = route(self.command, path)
            body = [] if model is None else [adapters[id(model)].validate_json(content)]
            with self.lock:
                result = act(self.server_state, *body)
            self.answer(200, {"result": result, "status": "ok", "time": time.perf_counter() - started})
        except Refusal as refusal:
            self.answer(refusal.status, {"status": {"error": str(refusal)}, "time": 0.0})
        except ValidationError as error:
            message = f"Format error in JSON body: {error.errors(include_url=False, include_input=False)[:3]}"
            self.answer(400, {"status": {"error": message}, "time": 0.0})
        except Exception as error:  # What the engine refuses, the server answers with 400 as well.
            self.answer(400, {"status": {"error": f"Wrong input: {error}"}, "time": 0.0})

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

    def log_message(self, *_):
        pass


def main():
    if sys.argv[1] == "--optimize":
        return optimize(sys.argv[2], models.CreateCollection.model_validate_json(sys.stdin.buffer.read()))
    folder = Path(sys.argv[1])
    shards = folder / "shards"
    shards.mkdir(parents=True, exist_ok=True)
    Handler.server_state = Server(shards)
    # Python's five waiting connections are too few for a client that opens a dozen at once.
    ThreadingHTTPServer.request_queue_size = 128
    ThreadingHTTPServer.daemon_threads = True
    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    partial = folder / "url.partial"
    partial.write_text(f"http://127.0.0.1:{http.server_address[1]}")
    partial.rename(folder / "url")
    http.serve_forever()


if __name__ == "__main__":
    main()
