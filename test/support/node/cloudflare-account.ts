import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/** A refusal of Cloudflare's API, with the code that wrangler prints. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: { code: number; message: string }[];
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.errors = [{ code, message }];
  }
}

/** What the form of an uploaded version says, as far as anything here depends on it. */
export interface UploadMetadata {
  bindings: { type: string; name: string; text?: string }[];
  limits?: { cpu_ms?: number };
}

interface Version {
  id: string;
  metadata: UploadMetadata;
}

const NO_WORKER = new Refusal(404, 10_007, "This Worker does not exist on your account.");

/** One account as the API keeps it: storage, queues, and at most one Worker. Databases run real SQL. */
export class CloudflareAccount {
  readonly id = "0123456789abcdef0123456789abcdef";
  readonly token = "a-token-of-the-stand-in";
  plan: "free" | "paid" = "paid";
  /** Beginnings of paths that the token has no permission for. */
  forbidden: string[] = [];
  readonly databases = new Map<string, { uuid: string; name: string; sqlite: DatabaseSync }>();
  readonly buckets = new Set<string>();
  readonly queues = new Map<string, { queue_id: string; consumers: object[] }>();
  readonly assets = new Set<string>();
  readonly secretTexts = new Map<string, string>();
  crons: string[] = [];
  /** Versions of the Worker, oldest first, and the one that serves. */
  readonly uploaded: Version[] = [];
  served: Version | null = null;
  #subdomain: object = { enabled: false, previews_enabled: false };

  authenticate(authorization: string | undefined, path: string): void {
    const isKnown = authorization === `Bearer ${this.token}` || path.startsWith("/workers/assets/");
    if (!isKnown || this.forbidden.some((start) => path.startsWith(start))) {
      throw new Refusal(403, 10_000, "Authentication error");
    }
  }

  createDatabase(name: string) {
    if (this.databases.has(name)) {
      throw new Refusal(400, 7502, `A database with the name ${name} already exists`);
    }
    const database = { uuid: randomUUID(), name, sqlite: new DatabaseSync(":memory:") };
    this.databases.set(name, database);
    return { uuid: database.uuid, name, version: "production", created_in_region: "WEUR" };
  }

  database(nameOrId: string) {
    const { uuid, name } = this.#database(nameOrId);
    return { uuid, name, version: "production" };
  }

  /** Runs statements as D1 does: all of them in one transaction. */
  query(nameOrId: string, sql: string) {
    const { sqlite } = this.#database(nameOrId);
    const isOneRead = /^\s*(SELECT|PRAGMA)\b[^;]*;?\s*$/i.test(sql);
    try {
      if (isOneRead) return [{ results: sqlite.prepare(sql).all(), success: true, meta: {} }];
      sqlite.exec(`BEGIN; PRAGMA defer_foreign_keys = ON; ${sql}; COMMIT;`);
      return [{ results: [], success: true, meta: { duration: 1 } }];
    } catch (error) {
      if (sqlite.isTransaction) sqlite.exec("ROLLBACK");
      throw new Refusal(400, 7500, `${(error as Error).message}: SQLITE_ERROR`);
    }
  }

  #database(nameOrId: string) {
    const found = [...this.databases.values()].find(
      ({ uuid, name }) => uuid === nameOrId || name === nameOrId,
    );
    if (found !== undefined) return found;
    throw new Refusal(404, 7404, `The database ${nameOrId} could not be found`);
  }

  createBucket(name: string) {
    if (this.buckets.has(name)) {
      const message = "The bucket you tried to create already exists, and you own it.";
      throw new Refusal(409, 10_004, message);
    }
    this.buckets.add(name);
    return {};
  }

  bucket(name: string) {
    if (this.buckets.has(name)) return { name, location: "WEUR", storage_class: "Standard" };
    throw new Refusal(404, 10_006, "The specified bucket does not exist.");
  }

  createQueue(name: string) {
    if (this.queues.has(name)) {
      const message = `Queue name '${name}' is already taken. Please use a different name and try again.`;
      throw new Refusal(409, 11_009, message);
    }
    this.queues.set(name, { queue_id: randomUUID().replaceAll("-", ""), consumers: [] });
    return this.queuesNamed([name])[0];
  }

  queuesNamed(names: string[]) {
    return [...this.queues]
      .filter(([name]) => names.includes(name))
      .map(([name, queue]) => ({ queue_name: name, ...queue }));
  }

  consume([queueId, consumerId]: string[], body: { script_name: string }) {
    const queue = [...this.queues.values()].find(({ queue_id }) => queue_id === queueId);
    if (queue === undefined) throw new Refusal(404, 11_000, "Queue does not exist");
    const consumer = {
      ...body,
      consumer_id: consumerId ?? randomUUID().replaceAll("-", ""),
      script: body.script_name,
    };
    queue.consumers = [consumer];
    return consumer;
  }

  service() {
    if (this.served === null) {
      throw new Refusal(404, 10_090, "workers.api.error.service_not_found");
    }
    const script = { tag: "0".repeat(32), tags: null, last_deployed_from: "wrangler" };
    return { id: "tradecraft", default_environment: { environment: "production", script } };
  }

  workerSubdomain() {
    this.#serving();
    return { subdomain: this.#subdomain };
  }

  setSubdomain(subdomain: object) {
    this.#subdomain = subdomain;
    return subdomain;
  }

  secrets() {
    this.#serving();
    return [...this.secretTexts.keys()].map((name) => ({ name, type: "secret_text" }));
  }

  settings() {
    return { bindings: this.#serving().metadata.bindings };
  }

  schedule(crons: { cron: string }[]) {
    this.crons = crons.map(({ cron }) => cron);
    return { schedules: crons };
  }

  startAssets(manifest: Record<string, { hash: string }>) {
    const hashes = new Set(Object.values(manifest).map(({ hash }) => hash));
    const missing = [...hashes].filter((hash) => !this.assets.has(hash));
    return { jwt: token(), buckets: missing.length === 0 ? [] : [missing] };
  }

  receiveAssets(hashes: string[]) {
    for (const hash of hashes) this.assets.add(hash);
    return { jwt: token() };
  }

  /** `wrangler versions upload`, and a repeated `wrangler deploy`: the version does not serve yet. */
  upload(metadata: UploadMetadata) {
    if (this.plan === "free" && metadata.limits?.cpu_ms !== undefined) {
      const where = `https://dash.cloudflare.com/${this.id}/workers/plans`;
      const message = `CPU limits are not supported for the Free plan. Switch to a paid plan at ${where} to set CPU limits.`;
      throw new Refusal(400, 100_328, message);
    }
    const former = new Map(this.served?.metadata.bindings.map((one) => [one.name, one]));
    const bindings = metadata.bindings.map((one) =>
      one.type === "inherit" ? (former.get(one.name) ?? one) : one,
    );
    for (const { type, name, text } of bindings) {
      if (type === "secret_text") this.secretTexts.set(name, text ?? "");
    }
    const version = { id: randomUUID(), metadata: { ...metadata, bindings } };
    this.uploaded.push(version);
    return {
      id: version.id,
      number: this.uploaded.length,
      metadata: { source: "wrangler", has_preview: false },
      resources: { script: { etag: "e", handlers: ["fetch", "queue", "scheduled"] } },
      startup_time_ms: 12,
    };
  }

  /** The first `wrangler deploy`: uploads and serves. */
  put(metadata: UploadMetadata) {
    const { id, startup_time_ms } = this.upload(metadata);
    this.served = this.uploaded.at(-1) ?? null;
    return { id: "tradecraft", etag: "e", deployment_id: id.replaceAll("-", ""), startup_time_ms };
  }

  deploy([version]: { version_id: string }[]) {
    this.served = this.uploaded.find(({ id }) => id === version?.version_id) ?? null;
    return this.deployments().deployments[0];
  }

  deployments() {
    const { id } = this.#serving();
    const created_on = "2026-11-24T12:00:00.000000Z";
    const versions = [{ version_id: id, percentage: 100 }];
    return { deployments: [{ id: randomUUID(), source: "wrangler", created_on, versions }] };
  }

  #serving(): Version {
    if (this.served === null) throw NO_WORKER;
    return this.served;
  }
}

/** wrangler reads the claims of the tokens for assets. */
function token(): string {
  const claims = { exp: Math.floor(Date.now() / 1000) + 3600 };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2lnbmF0dXJl`;
}
