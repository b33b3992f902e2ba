const header = (name: string, description: string) => ({
  type: "apiKey" as const,
  in: "header" as const,
  name,
  description,
});

/** Who proves identities, in team mode: a reverse proxy, or Cloudflare Access at the edge. */
export const SECURITY_SCHEMES = {
  proxyUser: header(
    "X-Auth-User",
    "Name of the user, set by the reverse proxy: 1 to 255 characters.",
  ),
  proxyRoles: header(
    "X-Auth-Roles",
    "Exactly one of admin, analyst and viewer, set by the reverse proxy; without it viewer.",
  ),
  proxySecret: header(
    "X-Proxy-Secret",
    "Proves that the reverse proxy sent the request; asked for where PROXY_SECRET is set.",
  ),
  accessToken: header(
    "Cf-Access-Jwt-Assertion",
    "Token of Cloudflare Access, where ACCESS_TEAM_DOMAIN is set; its email is the user.",
  ),
};

/** What a route of this role asks for. The first, empty alternative is local mode. */
export function securityOf(role: string | undefined): Record<string, string[]>[] {
  if (role === "open") return [];
  return [
    {},
    { proxyUser: [], proxyRoles: [] },
    { proxyUser: [], proxyRoles: [], proxySecret: [] },
    { accessToken: [] },
  ];
}
