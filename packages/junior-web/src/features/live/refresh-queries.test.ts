import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refreshQueries } from "./refresh-queries.ts";

/** A query that is shown, and answers when the test says so, with what the server had when it was asked. */
function openPage() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { value: "old", asked: 0 };
  const waiting: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["conversation", "1"],
    queryFn: () => {
      server.asked++;
      const read = server.value;
      return new Promise<string>((resolve) => waiting.push(() => resolve(read)));
    },
  });
  const close = observer.subscribe(() => undefined);
  const answer = async () => {
    for (const one of waiting.splice(0)) one();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { client, server, observer, answer, close };
}

test("a change that comes while the first fetch is under way is not lost", async () => {
  const page = openPage();
  page.server.value = "new";
  refreshQueries(page.client, { queryKey: ["conversation"] });
  await page.answer();
  await page.answer();
  expect(page.observer.getCurrentResult().data).toBe("new");
  expect(page.server.asked).toBe(2);
  page.close();
});

test("a later fetch that is under way is begun again", async () => {
  const page = openPage();
  await page.answer();
  refreshQueries(page.client, { queryKey: ["conversation"] });
  page.server.value = "new";
  refreshQueries(page.client, { queryKey: ["conversation"] });
  await page.answer();
  expect(page.observer.getCurrentResult().data).toBe("new");
  page.close();
});

test("what does not match is left alone", async () => {
  const page = openPage();
  refreshQueries(page.client, { queryKey: ["items"] });
  await page.answer();
  await page.answer();
  expect(page.server.asked).toBe(1);
  page.close();
});
