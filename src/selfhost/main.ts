/** `npm start`: serves the Worker until SIGINT or SIGTERM. */
import { runService } from "./run-service.ts";

await runService({ endsWithParent: true });
