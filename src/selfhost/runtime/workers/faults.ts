/**
 * Where the storage services report what went wrong inside of them. It is logged without the words
 * of the statement, and answered as they expect. Runs in workerd; imports nothing.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const fault = await request.text();
    if (pathname !== "/core/error") return new Response(null, { status: 204 });
    let name = "Error";
    try {
      name = String((JSON.parse(fault) as { name?: unknown }).name ?? name);
    } catch {
      // A report that cannot be read is still one.
    }
    console.error(JSON.stringify({ level: "error", event: "storage.failed", name }));
    return new Response("The storage failed.", { status: 500 });
  },
};
