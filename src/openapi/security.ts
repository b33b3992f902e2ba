const header = (name: string, description: string) => ({
  type: "apiKey" as const,
  in: "header" as const,
  name,
  description,
});

/** Authentication of users in team mode: a reverse proxy, Cloudflare Access at the edge, or a login. */
export const SECURITY_SCHEMES = {
  proxyUser: header(
    "X-Auth-User",
    "Name of the user, set by the reverse proxy: 1 to 255 characters.",
  ),
  proxyRoles: header(
    "X-Auth-Roles",
    "Role of the user, set by the reverse proxy: admin, analyst or viewer (default).",
  ),
  proxySecret: header(
    "X-Proxy-Secret",
    "Secret that proves that the reverse proxy sent the request; required if PROXY_SECRET is set.",
  ),
  accessToken: header(
    "Cf-Access-Jwt-Assertion",
    "Token of Cloudflare Access, used if ACCESS_TEAM_DOMAIN is set; the email address in the token is the user name.",
  ),
  session: {
    type: "apiKey" as const,
    in: "cookie" as const,
    name: "__Host-tradecraft_session",
    description:
      "Session of a browser, set by `GET /auth/login` if OIDC_ISSUER is set. Changes also need `Sec-Fetch-Site: same-origin`, or `Origin` with the value of PUBLIC_ORIGIN.",
  },
  apiToken: {
    type: "http" as const,
    scheme: "bearer",
    description: "API token of a user, created with `POST /api/tokens`.",
  },
};

/** Returns the credentials that a route of this role requires. The first, empty alternative is local mode. */
export function securityOf(role: string | undefined): Record<string, string[]>[] {
  if (role === "open") return [];
  return [
    {},
    { proxyUser: [], proxyRoles: [] },
    { proxyUser: [], proxyRoles: [], proxySecret: [] },
    { accessToken: [] },
    { session: [] },
    { apiToken: [] },
  ];
}
