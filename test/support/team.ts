import { createExecutionContext, env } from "cloudflare:test";
import { createApp } from "../../src/app.ts";
import { requireDocumented } from "./documented.ts";

const app = createApp();

/** Team mode without a proxy that proves itself: identity headers count as they come. */
export const TEAM = { AUTH_ENABLED: "true", TRUST_PROXY_HEADERS: "true" };

/** Calls the app with other settings than the test Worker has. */
export async function requestWith(
  settings: Record<string, unknown>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const bindings = { ...env, ...settings };
  const send = async (at: string, how?: RequestInit) => {
    const url = at.startsWith("http") ? at : `http://localhost${at}`;
    const given = how === undefined ? env : bindings;
    return await app.fetch(new Request(url, how), given, createExecutionContext());
  };
  return await requireDocumented(send, path, init);
}

/** Every route of the service, as its own description has it. */
export async function listRoutes(): Promise<
  { method: string; path: string; template: string; role: string; limits: string[] }[]
> {
  const response = await requestWith({}, "/openapi.json");
  const { paths } = await response.json<{
    paths: Record<string, Record<string, { "x-required-role": string; "x-rate-limit"?: string[] }>>;
  }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template: path,
      // Ids that are well-formed and belong to nobody.
      path: path
        .replace("{group_id}", "G9999")
        .replace(/\{\w+\}/, "00000000-0000-4000-8000-000000000000"),
      role: operation["x-required-role"],
      limits: operation["x-rate-limit"] ?? [],
    })),
  );
}
