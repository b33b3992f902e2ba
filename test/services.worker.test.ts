import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { JOB_KINDS } from "../src/platform/jobs/vocabulary.ts";
import { ROOMS, servicesOf } from "../src/services.ts";

describe("the rooms", () => {
  it("do the jobs of every kind, each in one room", () => {
    const kinds = ROOMS.flatMap(({ jobs = {} }) => Object.keys(jobs));
    expect(kinds.toSorted()).toEqual([...JOB_KINDS].toSorted());
    expect(Object.keys(servicesOf(env).jobDefinitions).toSorted()).toEqual(kinds.toSorted());
  });

  it("are given the same services in every request of an isolate", () => {
    expect(servicesOf(env)).toBe(servicesOf(env));
  });
});
