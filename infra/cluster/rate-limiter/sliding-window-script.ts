import { MAX_INTERVALS } from './sliding-window.ts';

/**
 * The sliding window of `sliding-window.ts` as a script, which Redis runs atomically: takes of all nodes are counted
 * together. Time is the server's own, in microseconds, so the clocks of nodes do not matter. If it is set back, it
 * stands still for a key until its entry expires, within a window.
 *
 * KEYS[1]: the key. ARGV: points of the limit, window (µs), points wanted, whether to take them (1) or only look (0),
 * and, for tests, the time (µs) instead of the server's. Returns allowed (1 or 0), points left, the µs until all points
 * are back and the µs until the wanted ones are; as strings, because Redis truncates numbers to integers.
 *
 * The entry of a key has at most 62 intervals, some 3 kB, and expires when its last point comes back.
 */
export const slidingWindowScript = `
local points, window, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = tonumber(ARGV[5])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local taken, sum = {}, 0
for first, last, some in string.gmatch(redis.call('GET', KEYS[1]) or '', '(%d+),(%d+),(%d+);') do
  local stretch = { tonumber(first), tonumber(last), tonumber(some) }
  now = math.max(now, stretch[2])
  taken[#taken + 1] = stretch
end
local kept = {}
for _, stretch in ipairs(taken) do
  if #kept > 0 or stretch[2] + window > now then
    kept[#kept + 1] = stretch
    sum = sum + stretch[3]
  end
end
local function wait(some)
  local back = 0
  for _, stretch in ipairs(kept) do
    if back >= some then return 0 end
    back = back + stretch[3]
    if back >= some then return stretch[2] + window - now end
  end
  return 0
end
local function answer(allowed)
  local left = points - sum
  return {
    allowed and '1' or '0', string.format('%d', left),
    string.format('%.0f', wait(sum)), string.format('%.0f', allowed and 0 or wait(wanted - left)),
  }
end
if wanted > points - sum then return answer(false) end
if ARGV[4] == '0' then return answer(true) end
local newest = kept[#kept]
if newest and points > ${MAX_INTERVALS} and now - newest[1] < window / ${MAX_INTERVALS} then
  newest[2] = now
  newest[3] = newest[3] + wanted
else
  kept[#kept + 1] = { now, now, wanted }
end
sum = sum + wanted
local texts = {}
for index, stretch in ipairs(kept) do
  texts[index] = string.format('%.0f,%.0f,%d;', stretch[1], stretch[2], stretch[3])
end
redis.call('SET', KEYS[1], table.concat(texts), 'PX', math.ceil(window / 1000) + 1)
return answer(true)
`;
