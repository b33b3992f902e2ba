/** Part of the set-up: tells of a setting that would stop the service, in one sentence. */
import { parseHostSettings } from "../src/selfhost/settings.ts";

try {
  parseHostSettings(process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
