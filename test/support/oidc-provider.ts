import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export const ISSUER = "https://login.unit.invalid";
export const ORIGIN = "https://cti.unit.invalid";
const CLIENT = { id: "tradecraft", secret: "a secret: of/the client" };

/** What the service must know of the provider. */
export const SIGN_ON = {
  AUTH_ENABLED: "true",
  PUBLIC_ORIGIN: ORIGIN,
  OIDC_ISSUER: ISSUER,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_ADMIN_ROLES: "cti-admins",
  OIDC_ANALYST_ROLES: "cti-analysts, soc",
  OIDC_VIEWER_ROLES: "staff",
};

/** What a provider of `npm run judges:oidc` prints at its well-known address, as far as it matters here. */
const discoveryOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/me`,
  jwks_uri: `${issuer}/jwks`,
  end_session_endpoint: `${issuer}/session/end`,
  authorization_response_iss_parameter_supported: true,
  claims_parameter_supported: false,
  code_challenge_methods_supported: ["S256"],
  grant_types_supported: ["implicit", "authorization_code", "refresh_token"],
  id_token_signing_alg_values_supported: ["RS256"],
  response_modes_supported: ["form_post", "fragment", "query"],
  response_types_supported: ["code id_token", "code", "id_token", "none"],
  scopes_supported: ["openid", "profile", "email"],
  subject_types_supported: ["public"],
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
});

type Answer = (request: Request) => Response | Promise<Response>;
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/**
 * A stand-in of an OpenID Connect provider: it checks what a real one checks of the client, and a test can make it
 * lie about everything.
 */
export class StandInProvider {
  discovery: Record<string, unknown>;
  /** Added to, or in place of, what the ID token says. */
  claims: JWTPayload = { email: "ann@unit.invalid", email_verified: true, roles: ["soc"] };
  userinfo: Record<string, unknown> = {};
  /** In place of the answers at a path. */
  readonly answers = new Map<string, Answer>();
  /** Signs the claims; in place of the provider's own key. */
  sign: ((claims: JWTPayload) => Promise<string>) | null = null;
  /** Method and path of what it was asked. */
  readonly asked: string[] = [];
  readonly #issuer: string;
  readonly #keys: KeyPair;
  readonly #codes = new Map<string, URLSearchParams>();

  private constructor(issuer: string, keys: KeyPair) {
    this.#issuer = issuer;
    this.#keys = keys;
    this.discovery = discoveryOf(issuer);
  }

  static async open(issuer = ISSUER): Promise<StandInProvider> {
    return new StandInProvider(issuer, await generateKeyPair("RS256"));
  }

  /** The settings of a service that uses it. */
  get settings(): Record<string, unknown> {
    const fetch = async (input: RequestInfo, init?: RequestInit) =>
      await this.answer(new Request(input, init));
    // Many logins of a test are in one minute.
    return { ...SIGN_ON, RATE_LOGINS_PER_MINUTE: "0", OPERATOR_NETWORK: { fetch } };
  }

  /** A user logs in at the address to which the service sent the browser; returns the callback. */
  authorize(location: string, more: Record<string, string> = {}): URL {
    const { searchParams: asked } = new URL(location);
    const code = crypto.randomUUID();
    this.#codes.set(code, asked);
    const callback = new URL(asked.get("redirect_uri") ?? "");
    const answer = { code, state: asked.get("state") ?? "", iss: this.#issuer, ...more };
    for (const [name, value] of Object.entries(answer)) callback.searchParams.set(name, value);
    return callback;
  }

  /** Answers what the service asks. */
  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    this.asked.push(`${request.method} ${pathname}`);
    const own = this.answers.get(pathname);
    if (own !== undefined) return await own(request);
    if (pathname === "/.well-known/openid-configuration") return Response.json(this.discovery);
    if (pathname === "/jwks") {
      const key = {
        ...(await exportJWK(this.#keys.publicKey)),
        kid: "1",
        use: "sig",
        alg: "RS256",
      };
      return Response.json({ keys: [key] });
    }
    if (pathname === "/token") return await this.#exchange(request);
    if (pathname === "/me") return Response.json({ sub: "1", ...this.userinfo });
    return new Response("", { status: 404 });
  }

  async #exchange(request: Request): Promise<Response> {
    const refuse = (error: string, status = 400) => Response.json({ error }, { status });
    const basic = `Basic ${btoa(`${CLIENT.id}:${encodeForm(CLIENT.secret)}`)}`;
    if (request.headers.get("Authorization") !== basic) return refuse("invalid_client", 401);
    const sent = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    const code = sent.get("code") ?? "";
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = await challengeOf(sent.get("code_verifier") ?? "");
    const isOurs =
      asked?.get("code_challenge") === challenge &&
      asked.get("redirect_uri") === sent.get("redirect_uri");
    if (asked === undefined || !isOurs) return refuse("invalid_grant");
    const idToken = await this.#writeIdToken(asked.get("nonce") ?? "");
    const tokens = { access_token: "opaque", token_type: "Bearer", expires_in: 3600 };
    return Response.json({ ...tokens, scope: asked.get("scope"), id_token: idToken });
  }

  async #writeIdToken(nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 3600 };
    const claims = { iss: this.#issuer, aud: CLIENT.id, sub: "1", nonce, ...times, ...this.claims };
    if (this.sign !== null) return await this.sign(claims);
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .sign(this.#keys.privateKey);
  }
}

/** As a form encodes it (RFC 6749, 2.3.1). */
function encodeForm(text: string): string {
  return new URLSearchParams({ text }).toString().slice("text=".length);
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const text = String.fromCharCode(...new Uint8Array(digest));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
