// placeholder until the real one is written
import { Response, type Request } from "miniflare";
export function createExtractionService() {
  return {
    fetch: async (_r: Request) => new Response("no", { status: 500 }),
    close: async () => undefined,
  };
}
