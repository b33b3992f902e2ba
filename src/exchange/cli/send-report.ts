import type { Analysis } from "../../reading/sessions/schema.ts";
import { CliError } from "./cli-error.ts";
import type { Given } from "./command.ts";
import type { Input } from "./read-input.ts";
import { requestJson, type Service } from "./service.ts";

/** Analyzes a report on the service and returns the stored analysis. @throws CliError */
export async function sendReport(service: Service, input: Input, given: Given): Promise<Analysis> {
  if ("url" in input && service.url === null) {
    throw new CliError(
      "Without a server nothing is fetched. Save the page as a file, or use --server.",
    );
  }
  const form = new FormData();
  if ("url" in input) form.set("url", input.url);
  else form.set("file", new File([input.bytes], input.filename));
  const fields = {
    domain: given.get("domain"),
    version: given.get("release"),
    mode: given.get("mode"),
  };
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value);
  return await requestJson<Analysis>(service, "/api/analyze", { method: "POST", body: form });
}

/** Returns the text that the offsets of an analysis refer to. */
export async function readText(service: Service, sessionId: string): Promise<string> {
  const response = await service.fetch(`/api/analyze/${sessionId}/text`);
  return response.ok ? await response.text() : "";
}
