import { CliError } from "./cli-error.ts";
import type { Service } from "./service.ts";

/** Opens a remote server, with an API token if given. */
export function openRemote(url: string, token: string | undefined): Service {
  const credentials =
    token === undefined || token === "" ? {} : { Authorization: `Bearer ${token}` };
  return {
    url,
    fetch: async (path, init = {}) => {
      const headers = { ...(init.headers as Record<string, string> | undefined), ...credentials };
      try {
        // The token is for this server only, so redirects are not followed.
        return await fetch(`${url}${path}`, { ...init, headers, redirect: "error" });
      } catch (error) {
        const { cause } = error as Error;
        const reason = cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
        throw new CliError(
          `${url} cannot be reached${reason}. Check the address and the network.`,
          {
            cause: error,
          },
        );
      }
    },
    close: async () => undefined,
  };
}
