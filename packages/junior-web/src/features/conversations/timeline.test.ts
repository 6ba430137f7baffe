import { expect, test } from "vitest";
import { timeline, unansweredEnd } from "./timeline.ts";

const message = (minute: number) => ({ name: `m${minute}`, createdAt: `2026-11-30T14:0${minute}:00Z` });
const question = (minute: number, state: "open" | "closed") => ({ name: `q${minute}`, state, createdAt: `2026-11-30T14:0${minute}:30Z` });
const names = (moments: ReturnType<typeof timeline<ReturnType<typeof message>, ReturnType<typeof question>>>) =>
  moments.map((moment) => (moment.message ?? moment.question).name).join(" ");

test("questions stand where they were asked, open or closed", () => {
  const closed = timeline([message(1), message(2), message(3)], [question(2, "closed"), question(1, "closed")], false);
  const open = timeline([message(1), message(2), message(3)], [question(2, "closed"), question(1, "open")], false);
  expect(names(closed)).toBe("m1 q1 m2 q2 m3");
  expect(names(open)).toBe(names(closed));
});

test("closed questions before the loaded messages wait for those, open ones never", () => {
  const questions = [question(1, "closed"), question(0, "open"), question(5, "closed")];
  expect(names(timeline([message(3), message(4)], questions, true))).toBe("q0 m3 m4 q5");
  expect(names(timeline([message(3), message(4)], questions, false))).toBe("q0 q1 m3 m4 q5");
});

test("a conversation may hold questions only", () => {
  expect(names(timeline([], [question(2, "open"), question(1, "closed")], false))).toBe("q1 q2");
});

test("the question at the end is the open one since which nobody has spoken but Junior", () => {
  const said = (kind: string) => ({ message: { author: { kind } } });
  const asked = (state: "open" | "closed") => ({ question: { state, createdAt: "2026-11-30T14:00:00.000Z" } });
  const [open, closed] = [asked("open"), asked("closed")];
  expect(unansweredEnd([said("person"), open, said("junior")])).toBe(open.question);
  expect(unansweredEnd([open, said("junior"), said("person")])).toBeNull();
  expect(unansweredEnd([said("person"), open, closed])).toBe(open.question);
  expect(unansweredEnd([closed, said("junior")])).toBeNull();
});
