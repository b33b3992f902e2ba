import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isAway, Problem } from "../api/problem.ts";
import { healthQuery, meQuery } from "../api/service.ts";

const MAX_RETRIES = 3;

/**
 * What was read is shown at once and asked anew behind it; only what may pass is asked again. The
 * service may run on a machine without any network, so being offline keeps nothing back.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tellFrame }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: "always",
      retry: (failures, error) =>
        failures < MAX_RETRIES && !(error instanceof Problem && !error.mayPass),
    },
    mutations: { networkMode: "always" },
  },
});

/** The frame shows that the service is away or a login has expired as soon as any page meets it. */
function tellFrame(error: Error, { queryKey: [topic] }: { queryKey: readonly unknown[] }): void {
  if (topic === "health" || topic === "me") return;
  if (isAway(error)) void queryClient.invalidateQueries({ queryKey: healthQuery.queryKey });
  if (error instanceof Problem && error.isLoginExpired) {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  }
}
