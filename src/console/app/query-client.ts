import { QueryClient } from "@tanstack/react-query";
import { Problem } from "../api/problem.ts";

const MAX_RETRIES = 3;

/** What was read is shown at once and asked anew behind it; only what may pass is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < MAX_RETRIES && !(error instanceof Problem && !error.mayPass),
    },
  },
});
