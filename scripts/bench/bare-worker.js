/**
 * A Worker that does nothing but answer: `/?bytes=N`, with `&status=S`, and with
 * `&row` reads one row by its key first.
 */
const bodies = new Map();

function bodyOf(bytes) {
  const known = bodies.get(bytes);
  if (known !== undefined) return known;
  const made = `"${"x".repeat(Math.max(0, bytes - 2))}"`;
  bodies.set(bytes, made);
  return made;
}

async function setUp(db) {
  await db.batch([
    db.prepare("CREATE TABLE bare (key TEXT PRIMARY KEY, value TEXT)"),
    db.prepare("INSERT INTO bare VALUES ('a', 'b')"),
  ]);
}

export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url);
    if (searchParams.has("setup")) await setUp(env.DB);
    if (searchParams.has("row")) {
      await env.DB.prepare("SELECT value FROM bare WHERE key = ?").bind("a").first();
    }
    const headers = { "Content-Type": "application/json" };
    if (searchParams.has("unchanged")) return new Response(null, { status: 304, headers });
    const status = Number(searchParams.get("status") ?? 200);
    return new Response(bodyOf(Number(searchParams.get("bytes"))), { status, headers });
  },
};
