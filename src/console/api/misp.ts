import { queryOptions } from "@tanstack/react-query";
import { STABLE_MS } from "./attack.ts";
import { api, bodyOf, type Schema } from "./client.ts";

export type MispPushed = Schema<"MispPushed">;

/** The MISP server that reports can be sent to. Changes only with a restart. */
export const mispServerQuery = queryOptions({
  queryKey: ["misp-server"],
  queryFn: ({ signal }) => bodyOf(api.GET("/api/misp/server", { signal })),
  staleTime: STABLE_MS,
});

/** Sends a report to the MISP server. */
export const pushToMisp = (body: Schema<"MispPush">): Promise<MispPushed> =>
  bodyOf(api.POST("/api/misp/push", { body }));
