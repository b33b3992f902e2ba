import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";

export type ApiToken = Schema<"ApiToken">;
export type NewApiToken = Schema<"NewApiToken">;
export type CreatedApiToken = Schema<"CreatedApiToken">;

/** Returns API tokens, newest first: the user's own, or everyone's for an admin. */
export const tokensQuery = (query: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ["tokens", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/tokens", { params: { query }, signal })),
  });

/** Creates an API token. Only this response contains the token. */
export const createToken = (body: NewApiToken): Promise<CreatedApiToken> =>
  bodyOf(api.POST("/api/tokens", { body }));

export const revokeToken = (id: string): Promise<unknown> =>
  bodyOf(api.DELETE("/api/tokens/{id}", { params: { path: { id } } }));
