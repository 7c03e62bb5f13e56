-- Load for wrk: repeats one request, or sends the request of each shopper in turn. Prints one line of JSON at the end.
--
--   wrk -s load.lua URL -- get
--   wrk -s load.lua URL -- pages FILE        each line: a path with its query
--   wrk -s load.lua URL -- post BODY_FILE
--   wrk -s load.lua URL -- shoppers FILE     each line: cookie TAB token TAB body, which is empty for a GET
local requests, nth, threads = {}, 0, {}
refused = 0

local function lines(file)
  local all = {}
  for line in io.lines(file) do all[#all + 1] = line end
  return all
end

function setup(thread) threads[#threads + 1] = thread end

function init(args)
  local mode, file = args[1], args[2]
  local json = { ["Content-Type"] = "application/json", ["Accept"] = "application/json" }
  if mode == "get" then
    -- Browsers accept compressed pages.
    requests[1] = wrk.format("GET", nil, { ["Accept-Encoding"] = "br" })
  elseif mode == "pages" then
    for _, path in ipairs(lines(file)) do
      requests[#requests + 1] = wrk.format("GET", path, { ["Accept-Encoding"] = "br" })
    end
  elseif mode == "post" then
    requests[1] = wrk.format("POST", nil, json, table.concat(lines(file), "\n"))
  else
    for _, line in ipairs(lines(file)) do
      local cookie, token, body = line:match("^(.-)\t(.-)\t(.*)$")
      json["Cookie"], json["X-XSRF-TOKEN"] = cookie, token
      requests[#requests + 1] = body == "" and wrk.format("GET", nil, json) or wrk.format("POST", nil, json, body)
    end
    response = function(status, _, body)
      if status ~= 200 or body:find('"success":false', 1, true) then refused = refused + 1 end
    end
  end
end

function request()
  nth = nth % #requests + 1
  return requests[nth]
end

function done(summary, latency)
  local not_done = 0
  for _, thread in ipairs(threads) do not_done = not_done + (thread:get("refused") or 0) end
  local e = summary.errors
  print(string.format(
    '{"requests":%d,"seconds":%.6f,"p50":%.1f,"p95":%.1f,"p99":%.1f,"errors":%d,"refused":%d}',
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(95), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout, not_done))
end
