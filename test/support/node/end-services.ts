import { afterAll, vi } from "vitest";
import { scaled } from "./machine.ts";
import { endServices } from "./service.ts";

/** Time limits of the self-hosted tests, by what the machine is and does when a file begins. */
vi.setConfig({ testTimeout: scaled(60_000), hookTimeout: scaled(60_000) });

// A test that failed or ran out of time never came to stop what it had started.
afterAll(endServices);
