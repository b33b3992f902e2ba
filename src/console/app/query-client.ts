import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isAway, Problem } from "../api/problem.ts";
import { healthQuery, meQuery } from "../api/service.ts";

const MAX_RETRIES = 3;

/**
 * Shows cached data immediately and refetches it in the background. Retries only temporary failures. The
 * service may run on a machine without a network, so offline mode does not pause requests.
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

/** Updates the frame as soon as a page finds that the service is unavailable or a login has expired. */
function tellFrame(error: Error, { queryKey: [topic] }: { queryKey: readonly unknown[] }): void {
  if (topic === "health" || topic === "me") return;
  if (isAway(error)) void queryClient.invalidateQueries({ queryKey: healthQuery.queryKey });
  if (error instanceof Problem && error.isLoginExpired) {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  }
}
