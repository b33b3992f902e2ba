import * as oauth from "oauth4webapi";
import type { OutboundDeps } from "../outbound/deps.ts";
import { askProvider } from "./ask-provider.ts";
import { type Claims, isComplete } from "./read-claims.ts";
import type { CompleteSettings } from "./settings.ts";

/** How long the provider's description of itself is believed, in milliseconds. */
const KNOWN_FOR_MS = 60 * 60 * 1000;
/** By how much the clocks may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** What a login proves: what the provider says of the user, and the token that it signed. */
export interface Proof {
  claims: Claims;
  idToken: string;
}

/** What we sent with the user to the provider, and expect back. */
interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** The OpenID Connect provider of the settings. Its addresses are fetched with the first login. */
export class Provider {
  readonly #settings: CompleteSettings;
  readonly #client: oauth.Client;
  readonly #deps: OutboundDeps;
  readonly redirectUri: string;
  #known: { server: oauth.AuthorizationServer; since: number } | undefined;

  constructor(settings: CompleteSettings, deps: OutboundDeps) {
    this.#settings = settings;
    this.#client = {
      client_id: settings.OIDC_CLIENT_ID,
      [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    };
    this.#deps = deps;
    this.redirectUri = `${settings.PUBLIC_ORIGIN}/auth/callback`;
  }

  /** The address at the provider to which a user goes to log in. @param isAnew whether to ask for the credentials again */
  async authorizationUrl(expected: Expected, isAnew: boolean): Promise<string> {
    const { authorization_endpoint: endpoint } = await this.#describe();
    if (endpoint === undefined) throw new Error("The provider has no authorization endpoint.");
    const url = new URL(endpoint);
    const parameters = {
      client_id: this.#settings.OIDC_CLIENT_ID,
      redirect_uri: this.redirectUri,
      response_type: "code",
      scope: this.#settings.OIDC_SCOPES,
      state: expected.state,
      nonce: expected.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(expected.verifier),
      code_challenge_method: "S256",
      ...(isAnew && { prompt: "login" }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /** Exchanges the code of a callback. @throws errors of the library and OutboundError, see `explain-failure.ts` */
  async exchange(callback: URL, expected: Expected): Promise<Proof> {
    const server = await this.#describe();
    const parameters = oauth.validateAuthResponse(server, this.#client, callback, expected.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      authenticationFor(server, this.#settings.OIDC_CLIENT_SECRET),
      parameters,
      this.redirectUri,
      expected.verifier,
      this.#options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, this.#client, response, {
      expectedNonce: expected.nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, this.#options);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    const { id_token: idToken } = tokens;
    if (claims === undefined || idToken === undefined) throw new Error("no ID token");
    return { claims: await this.#complete(server, claims, tokens.access_token), idToken };
  }

  /** Where the provider logs out, or null where it cannot be asked to. */
  async logoutUrl(idToken: string | null): Promise<string | null> {
    const { end_session_endpoint: endpoint } = await this.#describe();
    if (endpoint === undefined) return null;
    const url = new URL(endpoint);
    url.searchParams.set("client_id", this.#settings.OIDC_CLIENT_ID);
    url.searchParams.set(
      "post_logout_redirect_uri",
      `${this.#settings.PUBLIC_ORIGIN}/auth/logged-out`,
    );
    if (idToken !== null) url.searchParams.set("id_token_hint", idToken);
    return url.href;
  }

  /** Adds what the provider says elsewhere only; what its signed token says takes precedence. */
  async #complete(
    server: oauth.AuthorizationServer,
    claims: oauth.IDToken,
    accessToken: string,
  ): Promise<Claims> {
    if (isComplete(claims, this.#settings) || server.userinfo_endpoint === undefined) return claims;
    const response = await oauth.userInfoRequest(server, this.#client, accessToken, this.#options);
    const more = await oauth.processUserInfoResponse(server, this.#client, claims.sub, response);
    return { ...more, ...claims };
  }

  /**
   * With a `fetch` of its own for each use: the library lets requests for keys with the same one share an answer, and
   * what one request of a Worker began may end with it before another has the answer.
   */
  get #options(): oauth.HttpRequestOptions<"GET"> &
    oauth.HttpRequestOptions<"POST", URLSearchParams> {
    const { OIDC_ISSUER: issuer } = this.#settings;
    return {
      [oauth.customFetch]: askProvider(this.#deps, issuer),
      // The settings take http for loopback only.
      [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
    };
  }

  async #describe(): Promise<oauth.AuthorizationServer> {
    const now = Date.now();
    if (this.#known !== undefined && now - this.#known.since < KNOWN_FOR_MS)
      return this.#known.server;
    const issuer = new URL(this.#settings.OIDC_ISSUER);
    const response = await oauth.discoveryRequest(issuer, this.#options);
    const server = await oauth.processDiscoveryResponse(issuer, response);
    this.#known = { server, since: now };
    return server;
  }
}

/** What the provider accepts as proof of the client: HTTP Basic, unless it names only the form. */
function authenticationFor(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const isFormOnly =
    !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
  return isFormOnly ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}
