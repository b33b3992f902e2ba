/**
 * Where the storage services report what went wrong inside of them. It is logged without the words
 * of the statement, and answered as they expect. Runs in workerd; imports nothing.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const fault = await request.text();
    if (pathname !== "/core/error") return new Response(null, { status: 204 });
    // Only the kind of fault: its message may hold what was to be stored.
    const name = /"name":"(\w{1,40})"/.exec(fault)?.[1] ?? "Error";
    console.error(JSON.stringify({ level: "error", event: "storage.failed", name }));
    return new Response("The storage failed.", { status: 500 });
  },
};
