// api.js: requests to the server, and marks that are not lost when it is away.
//
// A mark that could not be written waits in this browser and is sent again
// until the server has it, in the order they were made.

const unsent = "pith-unsent";
let onUnsaved = () => {};
let sending = null;

export class Failure extends Error {
  constructor(status, body) {
    super(body?.error?.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = body?.error?.code ?? "";
    this.remedy = body?.error?.remedy ?? "";
  }
}

export function query(path, values = {}) {
  const pairs = Object.entries(values).filter(([, v]) => v !== "" && v != null);
  return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path;
}

async function request(path, options) {
  const answer = await fetch(path, options);
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Failure(answer.status, body);
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
  });
}

// --- marks -------------------------------------------------------------------

function waiting() {
  try {
    return JSON.parse(localStorage.getItem(unsent) ?? "[]");
  } catch {
    return [];
  }
}

function keep(list) {
  localStorage.setItem(unsent, JSON.stringify(list));
  onUnsaved(list.length);
}

async function send() {
  for (let list = waiting(); list.length > 0; list = waiting()) {
    const [path, values, body] = list[0];
    try {
      await post(path, values, body);
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.status === 503 ||
          failure.status === 401 || failure.status >= 500) throw failure;
      keep(waiting().slice(1)); // the server will never take this one
      throw failure;
    }
    keep(waiting().slice(1));
  }
}

// Write a mark. Resolves when the server has it on disk; rejects when it waits.
export async function mark(values, comment = "") {
  keep([...waiting(), ["/api/mark", values, comment]]);
  sending = (sending ?? Promise.resolve()).catch(() => {}).then(send);
  return sending;
}

export function watchUnsaved(listener) {
  onUnsaved = listener;
  onUnsaved(waiting().length);
  setInterval(() => {
    if (waiting().length > 0) {
      sending = (sending ?? Promise.resolve()).catch(() => {}).then(send);
      sending.catch(() => {});
    }
  }, 2000);
}
