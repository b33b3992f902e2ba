import * as oauth from "oauth4webapi";
import type { OutboundDeps } from "../outbound/deps.ts";
import { askProvider } from "./ask-provider.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import { RETRY_SECONDS } from "./explain-failure.ts";
import { type Claims, isComplete } from "./read-claims.ts";
import type { CompleteSettings } from "./settings.ts";

/** How long the provider's metadata is cached, in milliseconds. */
const KNOWN_FOR_MS = 60 * 60 * 1000;
/**
 * How long a failure to fetch it is cached. Anyone can request a login, and each would send a request to the provider.
 */
const FAILED_FOR_MS = RETRY_SECONDS * 1000;
/** How much the clocks may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** The result of a login: the provider's claims about the user, and the token that it signed. */
export interface Proof {
  claims: Claims;
  idToken: string;
}

/** Values sent with the user to the provider and expected back. */
interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider's metadata, or why it could not be fetched. */
type Discovery = { until: number } & ({ server: oauth.AuthorizationServer } | { error: unknown });

/** The OpenID Connect provider of the settings. Its metadata is fetched with the first login. */
export class Provider {
  readonly #settings: CompleteSettings;
  readonly #client: oauth.Client;
  readonly #deps: OutboundDeps;
  readonly redirectUri: string;
  readonly #countRequest: () => Promise<unknown>;
  #discovered: Discovery | undefined;

  /** @param countRequest counts a login that sends a request to the provider; throws `rate_limited` beyond the limit */
  constructor(
    settings: CompleteSettings,
    deps: OutboundDeps,
    countRequest: () => Promise<unknown>,
  ) {
    this.#settings = settings;
    this.#client = {
      client_id: settings.OIDC_CLIENT_ID,
      [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    };
    this.#deps = deps;
    this.#countRequest = countRequest;
    this.redirectUri = `${settings.PUBLIC_ORIGIN}/auth/callback`;
  }

  /**
   * Returns the provider's login URL.
   * @param mustReauthenticate whether the provider must require credentials even if the user has a session there
   */
  async authorizationUrl(expected: Expected, mustReauthenticate: boolean): Promise<string> {
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
      ...(mustReauthenticate && { prompt: "login" }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * Exchanges the code of a callback.
   * @throws errors of the library and OutboundError, see `explain-failure.ts`
   */
  async exchange(callback: URL, expected: Expected): Promise<Proof> {
    const server = await this.#describe();
    const parameters = oauth.validateAuthResponse(server, this.#client, callback, expected.state);
    await this.#countRequest();
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

  /** Returns the provider's logout URL, or null if it has none. */
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

  /** Adds claims of userinfo to those of the ID token, which take precedence because they are signed. */
  async #complete(
    server: oauth.AuthorizationServer,
    claims: oauth.IDToken,
    accessToken: string,
  ): Promise<Claims> {
    if (isComplete(claims, this.#settings) || server.userinfo_endpoint === undefined) return claims;
    const response = await oauth.userInfoRequest(server, this.#client, accessToken, this.#options);
    const { status } = response;
    // The library reports a 401 like one of the token endpoint, but this is not about the client secret.
    if (status === 401 || status === 403) {
      throw new OutboundError(
        `userinfo refuses the access token that the provider issued (status ${status}); send the claims in the ID token, or allow userinfo for this client.`,
        { transient: false, status },
      );
    }
    const more = await oauth.processUserInfoResponse(server, this.#client, claims.sub, response);
    // `email_verified` applies only to the address in the same source.
    const { email_verified: _other, ...rest } = claims;
    return { ...more, ...(claims["email"] === undefined ? rest : claims) };
  }

  /**
   * Creates a new `fetch` each time. With the same one, the library shares a request for keys between logins, and in a
   * Worker that request is canceled when the login that started it ends.
   */
  get #options(): oauth.HttpRequestOptions<"GET"> &
    oauth.HttpRequestOptions<"POST", URLSearchParams> {
    const { OIDC_ISSUER: issuer } = this.#settings;
    return {
      [oauth.customFetch]: askProvider(this.#deps, issuer),
      // The settings accept http for loopback only.
      [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
    };
  }

  /** Returns the metadata of the provider, from the cache if possible. */
  async #describe(): Promise<oauth.AuthorizationServer> {
    if (this.#discovered === undefined || this.#discovered.until <= Date.now()) {
      await this.#countRequest();
      this.#discovered = await this.#discover();
    }
    if ("error" in this.#discovered) throw this.#discovered.error;
    return this.#discovered.server;
  }

  async #discover(): Promise<Discovery> {
    const issuer = new URL(this.#settings.OIDC_ISSUER);
    try {
      const response = await oauth.discoveryRequest(issuer, this.#options);
      const server = await oauth.processDiscoveryResponse(issuer, response);
      return { server, until: Date.now() + KNOWN_FOR_MS };
    } catch (error) {
      return { error, until: Date.now() + FAILED_FOR_MS };
    }
  }
}

/** Returns how the client authenticates: HTTP Basic, unless the provider only accepts the form. */
function authenticationFor(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const isFormOnly =
    !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
  return isFormOnly ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}
