import { afterAll } from "vitest";
import type { Console } from "./browser.ts";
import { type LoginProxy, startLoginProxy } from "./login-proxy.ts";

const SECRET = "proof";

/** Settings of a service that identifies users by the login proxies of a test. */
export const TEAM_SETTINGS = { AUTH_ENABLED: "true", PROXY_SECRET: SECRET };

/** A user of the service, at the address of the user's own proxy. */
export interface Login {
  readonly url: string;
}

/** Starts a login proxy for each user before the tests of a file, and ends them after it. */
export function useLogins<Name extends string>(
  tests: Console,
  roles: Readonly<Record<Name, "admin" | "analyst" | "viewer">>,
): Readonly<Record<Name, Login>> {
  const proxies = new Map<string, LoginProxy>();
  tests.before(async () => {
    for (const [name, role] of Object.entries<string>(roles)) {
      const user = { name, role, secret: SECRET };
      proxies.set(name, await startLoginProxy(tests.service.url, user));
    }
  });
  afterAll(async () => {
    await Promise.all([...proxies.values()].map(async (proxy) => await proxy.close()));
  });
  const logins = Object.keys(roles).map((name): [string, Login] => {
    return [
      name,
      {
        get url() {
          return proxies.get(name)?.url ?? "";
        },
      },
    ];
  });
  return Object.fromEntries(logins) as Record<Name, Login>;
}
