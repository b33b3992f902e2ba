import { afterAll, beforeAll } from "vitest";
import { AiStandIn } from "./ai-stand-in.ts";

/** A language model for the tests of a file. */
export interface LanguageModel {
  ai: AiStandIn;
  /** Makes it a service's second provider; filled before one starts, for it chooses its port itself. */
  settings: Record<string, string>;
}

/**
 * Starts a stand-in for a language model before the tests of a file and ends it after them; called
 * before what starts the service.
 * @param more settings beside those that it takes to be asked
 */
export function useLanguageModel(more: Record<string, string> = {}): LanguageModel {
  const ai = new AiStandIn();
  const settings: Record<string, string> = {};
  beforeAll(async () => {
    await ai.listen();
    Object.assign(settings, {
      PROVIDER_B_KIND: "openai_compatible",
      PROVIDER_B_MODEL: "local",
      PROVIDER_B_BASE_URL: ai.baseUrl("openai_compatible"),
      ...more,
    });
  });
  afterAll(() => ai.close());
  return { ai, settings };
}
