import type { Room } from "../../platform/room.ts";
import type { CaptureDeps } from "./deps.ts";
import { mountCapture } from "./routes.ts";

/** Capture of pages and emails that people send to the intake. */
export const captureRoom: Room<CaptureDeps> = { routes: mountCapture };
