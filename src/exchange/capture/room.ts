import type { Room } from "../../platform/room.ts";
import type { CaptureDeps } from "./deps.ts";
import { mountCapture } from "./routes.ts";

/** Pages and emails that people send to the intake from where they read them. */
export const captureRoom: Room<CaptureDeps> = { routes: mountCapture };
