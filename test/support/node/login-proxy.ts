import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that says who asks, as one with logins would; its login can expire. */
export interface LoginProxy {
  url: string;
  /** From now on everybody is sent to a login page elsewhere, or not any more. */
  expire(isExpired: boolean): void;
  close(): Promise<void>;
}

/** Starts one before the service at an address; `secret` is the service's PROXY_SECRET. */
export async function startLoginProxy(
  serviceUrl: string,
  user: { name: string; role: string; secret: string },
): Promise<LoginProxy> {
  let isExpired = false;
  const server = createServer((from, to) => {
    if (isExpired && from.url?.startsWith("/api/") === true) {
      to.writeHead(302, { Location: "https://login.unit.invalid/" }).end();
      return;
    }
    const headers = {
      ...from.headers,
      "x-auth-user": user.name,
      "x-auth-roles": user.role,
      "x-proxy-secret": user.secret,
    };
    const { method, url } = from;
    // A new connection for each request: workerd may close an idle one just as it is used again.
    const options = { method, headers, agent: false };
    const ahead = request(new URL(url ?? "/", serviceUrl), options, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    ahead.on("error", () => (to.headersSent ? to.destroy() : to.writeHead(502).end()));
    // A stream that nobody reads any more ends on the other side as well.
    to.on("close", () => ahead.destroy());
    from.pipe(ahead);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expire: (value) => {
      isExpired = value;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
