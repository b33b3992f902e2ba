/** A D1 binding whose every statement, or every batch, fails with what the platform throws. */
export function brokenDatabase(message: string, where: "statement" | "batch", real: D1Database) {
  const fail = () => Promise.reject(new Error(message));
  const statement = (bound: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(bound, {
      get: (target, name) => {
        if (name === "bind") {
          return (...values: unknown[]) => statement(target.bind(...values));
        }
        const own = ["all", "first", "raw", "run"].includes(String(name));
        return own && where === "statement" ? fail : bind(target, name);
      },
    });
  return new Proxy(real, {
    get: (target, name) => {
      if (name === "prepare") return (sql: string) => statement(target.prepare(sql));
      if (name === "batch" && where === "batch") return fail;
      return bind(target, name);
    },
  });
}

/** An R2 binding whose every operation fails with what the platform throws. */
export function brokenBucket(message: string): R2Bucket {
  const fail = () => Promise.reject(new Error(message));
  return new Proxy({} as R2Bucket, { get: () => fail });
}

function bind(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}
