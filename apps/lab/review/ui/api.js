// api.js: requests to the server, and marks that are not lost when it is away.
//
// A mark waits in this browser until the server has it on disk. Each has an id of
// its own, by which the server stores it once however often it is sent: by this
// tab, by another one, or through another port. What waits belongs to the store,
// so tabs of two reviews do not mix.

let prefix = "";
let heard = {}; // count(n), refused(failure), away(bool)
let sending = Promise.resolve();
const refused = new Map(); // id -> why the server will never take it

export class Failure extends Error {
  constructor(status, body) {
    super(body?.error?.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = body?.error?.code ?? "";
    this.remedy = body?.error?.remedy ?? "";
  }

  // Whether it makes sense to send the same again.
  get passing() {
    return [401, 403, 404, 408, 421, 429].includes(this.status) ||
      this.status >= 500;
  }
}

export function query(path, values = {}) {
  const pairs = Object.entries(values).filter(([, v]) => v !== "" && v != null);
  return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path;
}

async function request(path, options) {
  const answer = await fetch(path, options);
  const body = await answer.json().catch(() => null);
  if (!answer.ok || body === null) throw new Failure(answer.status, body);
  return body;
}

export function get(path, values, signal) {
  return request(query(path, values), { signal });
}

export function post(path, values, body = "") {
  return request(query(path, values), {
    method: "POST",
    body,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    signal: AbortSignal.timeout(20000),
  });
}

// --- marks -------------------------------------------------------------------

// Ids sort by time, so that marks are sent in the order they were made.
let made = 0;
export function newId() {
  const luck = crypto.getRandomValues(new Uint32Array(3));
  return [Date.now().toString(36).padStart(9, "0"),
    (made++ % 46656).toString(36).padStart(3, "0"),
    ...[...luck].map((one) => one.toString(36))].join("-");
}

export function waiting() {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    .sort().map((key) => key.slice(prefix.length));
}

// One entry for each mark: tabs add and remove without touching those of others.
async function send() {
  for (let [id] = waiting(); id; [id] = waiting()) {
    const text = localStorage.getItem(prefix + id);
    if (!text) continue; // another tab has sent it
    const { values, comment } = JSON.parse(text);
    try {
      await post("/api/mark", { ...values, id }, comment);
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.passing) {
        heard.away?.(true);
        throw failure;
      }
      refused.set(id, failure);
    }
    localStorage.removeItem(prefix + id);
    heard.away?.(false);
    heard.count?.(waiting().length);
  }
}

// One tab sends at a time where the browser has locks; without them the ids
// alone keep marks from being stored twice.
function push() {
  const locked = () => navigator.locks
    ? navigator.locks.request(prefix, send) : send();
  sending = sending.catch(() => {}).then(locked);
  return sending;
}

// Write a mark. Resolves when the server has it on disk; rejects when it waits,
// or was refused.
export async function mark(values, comment = "") {
  const id = newId();
  localStorage.setItem(prefix + id, JSON.stringify({ values, comment }));
  heard.count?.(waiting().length);
  await push();
  if (refused.has(id)) throw refused.get(id);
}

// What waits for the store of this identity; it is sent now and until it is
// there.
export function openQueue(identity, listener = {}) {
  prefix = `pith-unsent ${identity} `;
  heard = listener;
  const retry = () => {
    heard.count?.(waiting().length);
    if (waiting().length > 0) push().catch(() => {});
  };
  addEventListener("storage", () => heard.count?.(waiting().length));
  addEventListener("online", retry);
  setInterval(retry, 1000);
  retry();
}
