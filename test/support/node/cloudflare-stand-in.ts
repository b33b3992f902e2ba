import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { CloudflareAccount, Refusal, type UploadMetadata } from "./cloudflare-account.ts";

/** What wrangler sends as JSON; each route takes its fields. */
interface Body {
  name: string;
  sql: string;
  queue_name: string;
  script_name: string;
  versions: { version_id: string }[];
  manifest: Record<string, { hash: string }>;
}

/** What a route is given: the parts of its path, the query, and the body as JSON or as a form. */
interface Call {
  parts: string[];
  query: URLSearchParams;
  json: () => Body;
  form: () => Promise<FormData>;
}

type Route = [method: string, path: RegExp, answer: (call: Call) => unknown];

/**
 * A stand-in on loopback for the part of Cloudflare's API that wrangler uses to deploy this project,
 * with one account. Paths, envelopes, codes and messages are those of api.cloudflare.com/client/v4.
 */
export class CloudflareStandIn {
  readonly account = new CloudflareAccount();
  /** Method and path of each request in order, without the prefixes of the API and the account. */
  readonly log: string[] = [];
  readonly #server: Server;
  readonly #routes = routesOf(this.account);

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The environment in which wrangler talks to this account and to nobody else. */
  environment(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: this.account.token,
      CLOUDFLARE_ACCOUNT_ID: this.account.id,
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = await this.#answer(request).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const { status: code, errors } = error;
      return { status: code, body: { success: false, errors, messages: [], result: null } };
    });
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://127.0.0.1");
    const bytes = await buffer(request);
    const path = pathname.replace("/client/v4", "").replace(`/accounts/${this.account.id}`, "");
    this.log.push(`${request.method} ${path}`);
    this.account.authenticate(request.headers.authorization, path);
    for (const [method, pattern, answer] of this.#routes) {
      const found = method === request.method ? pattern.exec(path) : null;
      if (found === null) continue;
      const result = await answer({
        parts: found.slice(1).map(decodeURIComponent),
        query,
        json: () => JSON.parse(bytes.toString("utf8")) as Body,
        form: async () =>
          await new Response(bytes, {
            headers: { "Content-Type": request.headers["content-type"] ?? "" },
          }).formData(),
      });
      return { status: 200, body: { success: true, errors: [], messages: [], result } };
    }
    throw new Refusal(
      404,
      7003,
      `Could not route to ${path}, perhaps your object identifier is invalid?`,
    );
  }
}

const SCRIPT = "/workers/scripts/([^/]+)";

function routesOf(account: CloudflareAccount): Route[] {
  const path = (pattern: string) => new RegExp(`^${pattern}$`);
  const metadata = async ({ form }: Call) => {
    const part = (await form()).get("metadata");
    if (typeof part !== "string") throw new Refusal(400, 10_021, "Missing metadata part.");
    return JSON.parse(part) as UploadMetadata;
  };
  return [
    // What wrangler asks about a token that was refused.
    ["GET", path("/user/tokens/verify"), () => ({ status: "active" })],
    ["GET", path("/user"), () => ({ email: "operator@example.org" })],
    ["GET", path("/accounts"), () => [{ id: account.id, name: "Example" }]],
    ["GET", path("/memberships"), () => []],
    ["POST", path("/d1/database"), ({ json }) => account.createDatabase(json().name)],
    ["GET", path("/d1/database/([^/]+)"), ({ parts: [name = ""] }) => account.database(name)],
    [
      "POST",
      path("/d1/database/([^/]+)/query"),
      ({ parts: [id = ""], json }) => account.query(id, json().sql),
    ],
    ["POST", path("/r2/buckets"), ({ json }) => account.createBucket(json().name)],
    ["GET", path("/r2/buckets/([^/]+)"), ({ parts: [name = ""] }) => account.bucket(name)],
    ["POST", path("/queues"), ({ json }) => account.createQueue(json().queue_name)],
    ["GET", path("/queues"), ({ query }) => account.queuesNamed(query.getAll("name"))],
    [
      "POST",
      path("/queues/([^/]+)/consumers"),
      ({ parts, json }) => account.consume(parts, json()),
    ],
    [
      "PUT",
      path("/queues/([^/]+)/consumers/([^/]+)"),
      ({ parts, json }) => account.consume(parts, json()),
    ],
    ["GET", path("/workers/subdomain"), () => ({ subdomain: "example" })],
    ["GET", path("/workers/services/([^/]+)"), () => account.service()],
    ["GET", path("/workers/workers/([^/]+)"), () => account.workerSubdomain()],
    ["GET", path(`${SCRIPT}/secrets`), () => account.secrets()],
    ["GET", path(`${SCRIPT}/settings`), () => account.settings()],
    ["GET", path(`${SCRIPT}/deployments`), () => account.deployments()],
    ["POST", path(`${SCRIPT}/deployments`), ({ json }) => account.deploy(json().versions)],
    ["POST", path(`${SCRIPT}/versions`), async (call) => account.upload(await metadata(call))],
    ["PUT", path(SCRIPT), async (call) => account.put(await metadata(call))],
    [
      "POST",
      path(`${SCRIPT}/assets-upload-session`),
      ({ json }) => account.startAssets(json().manifest),
    ],
    [
      "POST",
      path("/workers/assets/upload"),
      async ({ form }) => account.receiveAssets([...(await form()).keys()]),
    ],
    ["POST", path(`${SCRIPT}/subdomain`), ({ json }) => account.setSubdomain(json())],
    ["PATCH", path(`${SCRIPT}/script-settings`), ({ json }) => json()],
    [
      "PUT",
      path(`${SCRIPT}/schedules`),
      ({ json }) => account.schedule(json() as unknown as { cron: string }[]),
    ],
  ];
}
