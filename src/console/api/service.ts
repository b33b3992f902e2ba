import { queryOptions } from "@tanstack/react-query";
import { STABLE_MS } from "./attack.ts";
import { api, bodyOf, type Schema } from "./client.ts";

const HEALTH_MS = 15_000;
/** The polling interval while the service is unavailable. */
const AWAY_MS = 2_000;

/** The health of the service. A starting service responds with 503, which is a valid response here. */
export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: async ({ signal }): Promise<Schema<"Health">> => {
    let starting: Schema<"Health"> | null = null;
    const asked = api.GET("/api/health", { signal }).then((answer) => {
      if (isHealth(answer.error)) starting = answer.error;
      return answer;
    });
    return await bodyOf(asked).catch((error: unknown) => {
      if (starting === null) throw error;
      return starting;
    });
  },
  refetchInterval: ({ state }) =>
    state.status === "error" || state.data?.status === "starting" ? AWAY_MS : HEALTH_MS,
  retry: false,
});

function isHealth(body: unknown): body is Schema<"Health"> {
  return typeof body === "object" && body !== null && "knowledge_base" in body;
}

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/me", { signal })),
  staleTime: STABLE_MS,
  // Detects a login that was renewed in another tab.
  refetchInterval: ({ state }) => (state.status === "error" ? AWAY_MS : false),
});

/** Logs the user out of the service. Returns where to continue. */
export const logOut = () => bodyOf(api.POST("/auth/logout"));
