import { expect, test } from "vitest";
import { timeText } from "./time-text.ts";

const now = new Date("2026-11-30T18:00:00Z");
const text = (at: string, zone = "UTC") => timeText(new Date(at), now, zone);

test("today shows the clock alone", () => {
  expect(text("2026-11-30T14:02:00Z")).toBe("14:02");
});

test("the zone decides what today is", () => {
  expect(text("2026-11-30T02:30:00Z", "America/New_York")).toBe("29 Nov, 21:30");
});

test("another year is named", () => {
  expect(text("2026-01-02T00:05:00Z")).toBe("2 Jan, 00:05");
  expect(text("2025-11-30T14:02:00Z")).toBe("30 Nov 2025, 14:02");
});
