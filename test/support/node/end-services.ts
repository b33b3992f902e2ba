import { Agent, setGlobalDispatcher } from "undici";
import { afterAll, vi } from "vitest";
import { scaled } from "./machine.ts";
import { endServices } from "./service.ts";

/** Time limits of the self-hosted tests, by what the machine is and does when a file begins. */
vi.setConfig({ testTimeout: scaled(60_000), hookTimeout: scaled(60_000) });

// workerd closes a connection that was idle for 5 s. On a busy machine `fetch` notices that too late to keep to
// its own limit of 4 s, and what it sends is lost.
setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000 }));

// A test that failed or ran out of time never came to stop what it had started.
afterAll(endServices);
