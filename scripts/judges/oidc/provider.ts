import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Recording } from "../../../test/support/recorded.ts";

/** The client that the service is for the provider. */
export const CLIENT = { id: "tradecraft", secret: "judged by a provider of others" };

/** What of panva's `oidc-provider` is used. */
interface OidcProvider {
  use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
}
interface Context {
  method: string;
  path: string;
  status: number;
  body: unknown;
  oidc?: { body?: Record<string, string> };
  response: { get(name: string): string };
}
type Construct = new (issuer: string, configuration: object) => OidcProvider;

export interface RealProvider {
  issuer: string;
  version: string;
  /** What the service asked of it, and was answered. */
  exchanges: Recording[];
  close(): Promise<void>;
}

/** What the service itself asks of a provider; all else is between the provider and the browser. */
const ASKED = /^\/(?:\.well-known\/openid-configuration|jwks|token|me)$/;

/**
 * Starts the provider that is installed in a folder, on a port of this machine. Whoever logs in as `<role>@…` has
 * that role; a password is not checked.
 * @param inToken whether the ID token carries all claims, or userinfo those of scopes, as the specification has it
 */
export async function startProvider(
  folder: string,
  port: number,
  service: string,
  inToken: boolean,
): Promise<RealProvider> {
  const at = join(folder, "node_modules", "oidc-provider");
  const { Provider } = (await import(pathToFileURL(join(at, "lib", "index.js")).href)) as {
    Provider: Construct;
  };
  const { default: about } = (await import(pathToFileURL(join(at, "package.json")).href, {
    with: { type: "json" },
  })) as { default: { version: string } };
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, configure(service, inToken));
  const exchanges: Recording[] = [];
  const from = `oidc-provider ${about.version}`;
  provider.use(async (context, next) => {
    await next();
    if (ASKED.test(context.path)) exchanges.push(record(from, context));
  });
  const server = createServer(provider.callback());
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { issuer, version: about.version, exchanges, close };
}

function configure(service: string, inToken: boolean): object {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${service}/auth/callback`],
        post_logout_redirect_uris: [`${service}/auth/logged-out`],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["roles"] },
    conformIdTokenClaims: !inToken,
    cookies: { keys: ["only for this judge"] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: true,
        roles: ["everyone", `cti-${id.slice(0, id.indexOf("@"))}s`],
      }),
    }),
  };
}

function record(from: string, context: Context): Recording {
  const { method, path, status, body, oidc } = context;
  return {
    from,
    request: { method, path, ...(oidc?.body !== undefined && { body: { ...oidc.body } }) },
    status,
    headers: { "Content-Type": context.response.get("Content-Type") },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}
