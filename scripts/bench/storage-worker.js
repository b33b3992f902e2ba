/** A Worker that asks its bindings many times: `/NAME?count=N&at_once=C` answers the milliseconds for each time. */
const ROW = "select * from things where id = ?";
const INSERT = "insert into things (name, note) values (?, ?)";

const tasks = {
  read: ({ DB }) => DB.prepare(ROW).bind(1).first(),
  list: ({ DB }) => DB.prepare("select * from things limit 1000").all(),
  write: ({ DB }) => DB.prepare(INSERT).bind("name", "a note").run(),
  batch: ({ DB }) => DB.batch(Array.from({ length: 20 }, () => DB.prepare(INSERT).bind("a", "b"))),
  put: ({ FILES }, at) => FILES.put(`object-${at % 10}`, "x".repeat(1_000)),
  get: async ({ FILES }) => await (await FILES.get("object-0")).text(),
};

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const name = pathname.slice(1);
    if (name === "set-up") {
      await env.DB.prepare("create table things (id integer primary key, name, note)").run();
      await env.DB.batch(Array.from({ length: 1000 }, () => env.DB.prepare(INSERT).bind("a", "b")));
      await env.FILES.put("object-0", "x".repeat(1_000));
      return new Response(null, { status: 204 });
    }
    const count = Number(searchParams.get("count"));
    const start = Date.now();
    let begun = 0;
    const work = async () => {
      while (begun < count) {
        begun += 1;
        await tasks[name](env, begun);
      }
    };
    await Promise.all(Array.from({ length: Number(searchParams.get("at_once")) }, work));
    return Response.json((Date.now() - start) / count);
  },
};
