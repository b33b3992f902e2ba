import { EXAMPLE_ID, EXAMPLE_TIME } from "./example-values.ts";
import type { Notes } from "./notes.ts";

/** Fields of the service itself: status, users, jobs and problems. */
export const SERVICE_NOTES: Notes = {
  "Problem.type": ["Link to the description of the error code.", "/docs#error-not_found"],
  "Problem.title": ["Short name of the error code.", "Not found"],
  "Problem.status": ["HTTP status code.", 404],
  "Problem.detail": ["Explanation in one sentence.", "There is no report of this identifier."],
  "Problem.code": ["Error code for programs.", "not_found"],
  "errors.pointer": ["JSON pointer to the field.", "/limit"],
  "errors.detail": ["Explanation in one sentence.", "'limit' must lie between 1 and 200."],
  "Health.version": ["Version of the program.", "0.1.0"],
  "Health.status": ["Status of the service; `starting` until it can answer requests.", "ok"],
  "Health.mode": [
    "`local`: no sign-in, one user. `team`: a proxy or Cloudflare Access identifies users.",
    "local",
  ],
  "Health.providers": ["Provider slots and their configuration."],
  "providers.id": ["Name of the provider slot.", "provider_a"],
  "providers.kind": [
    "Kind of the provider; null if none is configured. `ollama` is Ollama's own interface, `openai_compatible` any server with OpenAI's chat format.",
    "embedded",
  ],
  "providers.model": ["Model of the provider; null if none is configured.", "embedded"],
  "providers.configured": ["Whether the provider can be used.", true],
  "Health.knowledge_base": ["Ingested releases."],
  "Health.jobs": ["Number of background jobs by state."],
  "jobs.queued": ["Number of queued jobs.", 0],
  "jobs.running": ["Number of running jobs.", 1],
  "jobs.dead": ["Number of jobs that used up their attempts.", 0],
  "me.name": ["Name of the user.", "ann@example.org"],
  "me.role": ["Role of the user.", "analyst"],
  "me.auth_enabled": ["Whether users must be authenticated.", true],
  "Job.id": ["Identifier of the job.", EXAMPLE_ID],
  "Job.kind": ["Kind of the job.", "collect_source"],
  "Job.state": ["State of the job.", "done"],
  "Job.attempts": ["Number of attempts so far.", 1],
  "Job.error": ["Why the last attempt failed; null if it did not fail.", null],
  "Job.created_at": ["Time at which the job was queued.", EXAMPLE_TIME],
  "Job.updated_at": ["Time at which the job last changed.", EXAMPLE_TIME],
  "bundles.task_id": ["Identifier of the sync task.", EXAMPLE_ID],
  "stix.type": ["Type of the STIX object.", "bundle"],
};
