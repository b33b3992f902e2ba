import { queryOptions } from "@tanstack/react-query";
import { STABLE_MS } from "./attack.ts";
import { api, bodyOf, type Schema } from "./client.ts";

export type Setting = Schema<"Setting">;
export type SetProvider = Schema<"SetProvider">;

/** Every effective setting. Changes only with a restart. */
export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/settings", { signal })),
  staleTime: STABLE_MS,
});
