/**
 * A Worker that has its bindings do what a test asks for and tells what they answered: the same module on our
 * storage and on Miniflare's. `POST /NAME` runs the scenario of that name.
 */
const SCHEMA = [
  "create table things (id integer primary key, name text unique, data blob)",
  "create table log (name text)",
  "create trigger logged after insert on things begin insert into log values (new.name); end",
];

/** What a call answered, or what it failed with. */
const attempt = async (call) => {
  try {
    return await call();
  } catch (error) {
    return { failed: error.message };
  }
};

const describe = ({ results, success, meta }) => ({ results, success, changes: meta.changes });

const scenarios = {
  async setUp({ DB }) {
    await DB.batch(SCHEMA.map((sql) => DB.prepare(sql)));
    return "ok";
  },

  async statements({ DB }) {
    const insert = DB.prepare("insert into things (name, data) values (?, ?)");
    const select = DB.prepare("select * from things order by id");
    return {
      inserted: describe(await insert.bind("a", null).run()),
      bytes: describe(await insert.bind("b", new Uint8Array([0, 255]).buffer).run()),
      returned: describe(
        await DB.prepare("insert into things (name) values ('c') returning id, name").all(),
      ),
      all: describe(await select.all()),
      raw: await select.raw({ columnNames: true }),
      first: await select.first(),
      none: await DB.prepare("select * from things where id = ?").bind(99).first(),
      column: await DB.prepare("select count(*) as n from log").first("n"),
      updated: describe(await DB.prepare("update things set data = null where id < 3").run()),
      nothing: describe(await DB.prepare("update things set name = '' where id = 99").run()),
      gone: describe(await DB.prepare("delete from things where id > 1").run()),
      large: await DB.prepare("select 9007199254740993 as n, 1.5 as f, 'ümlaut 汉字' as t").first(),
    };
  },

  async failures({ DB }) {
    const insert = DB.prepare("insert into things (name) values (?)");
    await attempt(() => insert.bind("taken").run());
    return {
      unique: await attempt(() => insert.bind("taken").run()),
      syntax: await attempt(() => DB.prepare("selekt 1").all()),
      noTable: await attempt(() => DB.prepare("select * from nowhere").all()),
      tooFew: await attempt(() => DB.prepare("select ? as a").all()),
      type: await attempt(() => DB.prepare("select ? as a").bind({}).all()),
      batch: await attempt(() => DB.batch([insert.bind("new"), insert.bind("taken")])),
      left: await DB.prepare("select count(*) as n from things where name = 'new'").first("n"),
    };
  },

  async objects({ FILES }) {
    const options = {
      customMetadata: { validator: "ä" },
      httpMetadata: { contentEncoding: "gzip" },
    };
    const told = (object) =>
      object && {
        key: object.key,
        size: object.size,
        custom: object.customMetadata,
        http: object.httpMetadata,
        range: object.range,
      };
    const text = async (object) => object && { ...told(object), text: await object.text() };
    await FILES.put("a/1", "first", options);
    await FILES.put("a/2", "second");
    await FILES.put("ab", "");
    await FILES.put("a/ü", new Uint8Array([1, 2, 3]));
    const { etag } = await FILES.head("a/1");
    const keys = async (query) => {
      const { objects, truncated } = await FILES.list(query);
      return { keys: objects.map(({ key }) => key), truncated };
    };
    const page = await FILES.list({ prefix: "a/", limit: 2 });
    return {
      head: told(await FILES.head("a/1")),
      missing: [await FILES.head("b"), await FILES.get("b")],
      get: await text(await FILES.get("a/1")),
      empty: await text(await FILES.get("ab")),
      part: await text(await FILES.get("a/2", { range: { offset: 2, length: 3 } })),
      beyond: await text(await FILES.get("a/2", { range: { offset: 2, length: 300 } })),
      list: await keys({ prefix: "a/" }),
      all: await keys({}),
      next: await keys({ prefix: "a/", cursor: page.cursor }),
      included: (await FILES.list({ prefix: "a/1", include: ["customMetadata"] })).objects.map(
        told,
      ),
      otherEtag: await FILES.put("a/1", "x", { onlyIf: { etagMatches: `${etag}0` } }),
      sameEtag: told(await FILES.put("a/1", "again", { onlyIf: { etagMatches: etag } })),
      wrongHash: await attempt(() => FILES.put("h", "x", { sha256: "0".repeat(64) })).then(
        ({ failed }) => typeof failed,
      ),
      replaced: await text(await FILES.get("a/1")),
      deleted: [await FILES.delete("a/1"), await FILES.delete(["a/2", "none"])].length,
      left: await keys({}),
    };
  },

  /** Stores an object whose last bytes never arrive. */
  async endless({ FILES }) {
    const { readable, writable } = new FixedLengthStream(1_000_000);
    const stored = FILES.put("endless", readable);
    await writable.getWriter().write(new Uint8Array(1_000));
    return await stored;
  },

  /** Changes that come at once, of which each third fails. */
  async together({ DB }) {
    await DB.prepare("create table counted (n integer primary key)").run();
    const insert = DB.prepare("insert into counted values (?)");
    await insert.bind(0).run();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, at) =>
        attempt(async () => {
          const [, second] = await DB.batch([insert.bind(at + 1000), insert.bind(at % 3 && at)]);
          return second.meta.changes;
        }),
      ),
    );
    const failed = answers.filter((answer) => answer.failed !== undefined);
    const rows = await DB.prepare("select count(*) as n from counted").first("n");
    return { failed: failed.length, reason: failed[0]?.failed, rows };
  },

  /** What is asked while a database is held waits for its release. */
  async hold({ DB, DATABASES }) {
    const database = DATABASES.get(DATABASES.idFromName("workspace"));
    const gate = async (path) =>
      (await database.fetch(`http://database/gate/${path}?holder=probe&ms=5000`)).status;
    const held = await gate("hold");
    let isAnswered = false;
    const asked = DB.prepare("select 1 as one")
      .first("one")
      .then((one) => (isAnswered = one));
    await scheduler.wait(50);
    const before = isAnswered;
    const released = await gate("release");
    return { held, before, released, after: await asked };
  },

  /** A large object in pieces, with the hash that it must have. */
  async stream({ FILES }) {
    const piece = new Uint8Array(1_000_000).fill(7);
    const { readable, writable } = new FixedLengthStream(20_000_000);
    const send = async () => {
      const writer = writable.getWriter();
      for (let sent = 0; sent < 20; sent += 1) await writer.write(piece);
      await writer.close();
    };
    const all = new Uint8Array(20_000_000).fill(7);
    const sha256 = await crypto.subtle.digest("SHA-256", all);
    const [object] = await Promise.all([FILES.put("large", readable, { sha256 }), send()]);
    const back = new Uint8Array(await (await FILES.get("large")).arrayBuffer());
    return { size: object.size, isSame: back.every((byte) => byte === 7), length: back.length };
  },
};

export default {
  async fetch(request, env) {
    const scenario = scenarios[new URL(request.url).pathname.slice(1)];
    return Response.json((await scenario?.(env)) ?? null);
  },
};
