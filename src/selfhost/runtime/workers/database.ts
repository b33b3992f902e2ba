/**
 * Forwards requests to a database. It can hold them for a moment, so that the Node program has the file
 * to itself: SQLite in workerd does not wait for a lock, but fails. Runs in workerd. It imports nothing,
 * because only its types are removed before it is loaded.
 */
interface Env {
  MINIFLARE_NAMESPACE: string;
  MINIFLARE_OBJECT: DurableObjectNamespace;
}

/** How long a hold waits for requests that are under way. All others wait with it, so it gives up early. */
const MAX_WAIT_MS = 500;
/** Requests are held no longer than this, even if nobody releases them. */
const MAX_HELD_MS = 60_000;
const LOOK_MS = 1;

let underWay = 0;
let heldUntil = 0;

export default {
  async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/gate/hold") return await hold();
    if (pathname === "/gate/release") {
      heldUntil = 0;
      return new Response(null, { status: 204 });
    }
    while (Date.now() < heldUntil) await pause();
    const answer = pass(request, env);
    // A caller that goes away must not leave its request counted: workerd would drop the rest of this.
    execution.waitUntil(answer.catch(() => undefined));
    return await answer;
  },
};

async function pass(request: Request, env: Env): Promise<Response> {
  underWay += 1;
  try {
    const { MINIFLARE_NAMESPACE: name, MINIFLARE_OBJECT: objects } = env;
    const object = objects.get(objects.idFromName(name));
    return await object.fetch(request, { cf: { miniflare: { name } } });
  } finally {
    underWay -= 1;
  }
}

/** Answers 204 once nothing is under way any more, 409 if that takes too long. */
async function hold(): Promise<Response> {
  heldUntil = Date.now() + MAX_WAIT_MS;
  while (!isIdle() && Date.now() < heldUntil) await pause();
  const isHeld = isIdle();
  if (isHeld) heldUntil = Date.now() + MAX_HELD_MS;
  else heldUntil = 0;
  return new Response(null, { status: isHeld ? 204 : 409 });
}

function isIdle(): boolean {
  return underWay === 0;
}

async function pause(): Promise<void> {
  await new Promise((done) => setTimeout(done, LOOK_MS));
}
