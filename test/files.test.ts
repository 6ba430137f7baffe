import { describe, expect, test } from "vitest";
import { newId } from "../packages/junior/src/base/ids.ts";
import { type FileInfo, largestFile } from "../packages/junior/src/files/file.ts";
import {
  claimFiles,
  copyFile,
  findFile,
  readFileBytes,
  removeFiles,
  storeFile,
  totalSize,
  trimUnattachedFiles,
} from "../packages/junior/src/files/file-store.ts";
import { prepareFile } from "../packages/junior/src/files/prepare-file.ts";
import type { Person } from "../packages/junior/src/people/person.ts";
import { makeFile, newContent, prepared } from "./factories/file.ts";
import { makeConversation } from "./factories/item.ts";
import { useRooms } from "./use-rooms.ts";
import { waitFor } from "./wait-for.ts";

const { rooms, ana, ben, inTransaction } = useRooms();

const store = (content?: string, uploader: Person | null = ana, name?: string) => makeFile(rooms, uploader, content, name);
const claim = (ids: string[], by: Person | null = ana) => inTransaction((transaction) => claimFiles(transaction, ids, by?.userId ?? null));
const remove = (...files: FileInfo[]) =>
  inTransaction((transaction) =>
    removeFiles(
      transaction,
      files.map(({ id }) => id),
    ),
  );
const contentsLike = async (content: string) => {
  const { hash } = await prepared(content);
  return (await rooms.query("select 1 from junior_file_bytes where hash = $1", [hash])).length;
};

describe("storing", () => {
  test("gives back what was stored", async () => {
    const content = newContent();
    const file = await store(content, ana, "../notes.md");
    expect(file).toEqual({ id: file.id, name: "notes.md", mediaType: "text/markdown", size: content.length });
    expect(await findFile(rooms.database, file.id)).toEqual(file);
    expect((await readFileBytes(rooms.database, file.id))?.toString()).toBe(content);
  });

  test("keeps the same content once, also when it comes eight times at once", async () => {
    const content = newContent();
    const before = await totalSize(rooms.database);
    const files = await Promise.all(Array.from({ length: 8 }, (_, index) => store(content, index % 2 ? ana : ben)));
    expect(new Set(files.map(({ id }) => id)).size).toBe(8);
    expect(await contentsLike(content)).toBe(1);
    expect(await totalSize(rooms.database)).toEqual({ files: before.files + 8, bytes: before.bytes + content.length });
  });

  test("keeps contents of any size to the last byte, up to 20 MB", async () => {
    for (const size of [1024 ** 2 - 1, 1024 ** 2, 2.5 * 1024 ** 2]) {
      const bytes = Buffer.alloc(size, "0123456789abcdef\0");
      const file = await prepared(bytes, "big.bin");
      expect(file.mediaType).toBe("application/octet-stream");
      const { id } = await inTransaction((transaction) => storeFile(transaction, file, ana.userId));
      expect((await readFileBytes(rooms.database, id))?.equals(bytes)).toBe(true);
    }
    expect(await prepareFile({ name: "big.bin", bytes: Buffer.alloc(largestFile + 1) })).toBe("too-large");
  });

  test("keeps an empty file", async () => {
    const file = await store("");
    expect(file).toMatchObject({ size: 0, mediaType: "text/plain" });
    expect(await readFileBytes(rooms.database, file.id)).toHaveLength(0);
  });

  test("of a file that is gone there are neither name nor bytes", async () => {
    expect(await findFile(rooms.database, newId())).toBeNull();
    expect(await readFileBytes(rooms.database, newId())).toBeNull();
    expect(await inTransaction((transaction) => copyFile(transaction, newId()))).toBeNull();
  });
});

describe("claiming", () => {
  test("is possible once, for the uploader, and for all or none", async () => {
    const [one, two, bens] = [await store(), await store(), await store(newContent(), ben)];
    expect(await claim([one.id, bens.id])).toBe(false);
    expect(await claim([one.id, newId()])).toBe(false);
    expect(await claim([one.id, one.id])).toBe(false);
    expect(await claim([one.id], null)).toBe(false);
    expect(await claim([one.id, two.id])).toBe(true);
    expect(await claim([two.id])).toBe(false);
  });

  test("is one claimer's of many at once", async () => {
    const file = await store();
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim([file.id])));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });
});

describe("removing", () => {
  test("takes the content with the last file that has it", async () => {
    const content = newContent();
    const [first, second] = [await store(content), await store(content, ben)];
    const third = await inTransaction((transaction) => copyFile(transaction, first.id, "copy.txt"));
    expect(third).toMatchObject({ name: "copy.txt", size: content.length });
    await remove(first, second);
    expect((await readFileBytes(rooms.database, third!.id))?.toString()).toBe(content);
    await remove(third!);
    expect(await contentsLike(content)).toBe(0);
  });

  test("waits for who is storing the same content, and then leaves it", async () => {
    const content = newContent();
    const old = await store(content);
    const file = await prepared(content);
    const gate = Promise.withResolvers<void>();
    const stored = inTransaction(async (transaction) => {
      const made = await storeFile(transaction, file, ana.userId);
      await gate.promise;
      return made;
    });
    await waitForContent(old);
    const removed = remove(old);
    await waitForLock();
    gate.resolve();
    await removed;
    expect((await readFileBytes(rooms.database, (await stored).id))?.toString()).toBe(content);
    expect(await findFile(rooms.database, old.id)).toBeNull();
  });

  test("is waited for by who stores the same content, which then stands anew", async () => {
    const content = newContent();
    const old = await store(content);
    const gate = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const removed = inTransaction(async (transaction) => {
      await removeFiles(transaction, [old.id]);
      locked.resolve();
      await gate.promise;
    });
    await locked.promise;
    const stored = store(content);
    await waitForLock();
    gate.resolve();
    await removed;
    expect((await readFileBytes(rooms.database, (await stored).id))?.toString()).toBe(content);
  });

  test("by two at once of the last two files takes the content", async () => {
    for (let round = 0; round < 10; round++) {
      const content = newContent();
      const [first, second] = [await store(content), await store(content)];
      await Promise.all([remove(first), remove(second)]);
      expect(await contentsLike(content)).toBe(0);
    }
  });

  test("and storing of few contents by many at once breaks nothing", async () => {
    const contents = [newContent(), newContent(), newContent()];
    const kept: { content: string; file: FileInfo }[] = [];
    const work = async (worker: number) => {
      for (let round = 0; round < 25; round++) {
        const mine = await Promise.all(contents.map(async (content) => ({ content, file: await store(content) })));
        const last = mine.splice((worker + round) % mine.length, 1);
        if (round === 24 && worker === 0) kept.push(...last);
        else mine.push(...last);
        await remove(...mine.map(({ file }) => file).reverse());
      }
    };
    await Promise.all([0, 1, 2, 3].map(work));
    const [survivor] = kept;
    expect((await readFileBytes(rooms.database, survivor!.file.id))?.toString()).toBe(survivor!.content);
    for (const content of contents) expect(await contentsLike(content)).toBe(content === survivor!.content ? 1 : 0);
  });

  test("of a file that a message carries is a fault, and changes nothing", async () => {
    const content = newContent();
    const file = await store(content);
    const conversationId = await makeConversation(rooms, ana);
    await rooms.query("insert into junior_message_files select id, $2, 0 from junior_messages where conversation_id = $1", [
      conversationId,
      file.id,
    ]);
    await expect(remove(file)).rejects.toMatchObject({ code: "23503" });
    expect((await readFileBytes(rooms.database, file.id))?.toString()).toBe(content);
  });

  /** Somebody waits for a lock of another. */
  const waitForLock = () =>
    waitFor(
      "a waiting transaction",
      () => rooms.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      (rows) => rows.length > 0,
    );

  /** The other transaction holds the content from now on. */
  const waitForContent = (file: FileInfo) =>
    waitFor(
      "the content to be locked",
      () =>
        rooms.query(
          "select hash from junior_file_bytes where hash = (select hash from junior_files where id = $1) for update skip locked",
          [file.id],
        ),
      (rows) => rows.length === 0,
    );
});

describe("trimming", () => {
  const age = (file: FileInfo, days: number) =>
    rooms.query("update junior_files set created_at = now() - $2 * interval '1 day' where id = $1", [file.id, days]);

  test("takes what was left for a day, with its content, and nothing that is claimed or young", async () => {
    const contents = [newContent(), newContent(), newContent()];
    const [left, young, claimed] = await Promise.all(contents.map((content) => store(content)));
    await claim([claimed!.id]);
    for (const file of [left, claimed]) await age(file!, 1.01);
    await age(young!, 0.99);
    await trimUnattachedFiles(rooms.database);
    const there = await Promise.all([left, young, claimed].map((file) => findFile(rooms.database, file!.id)));
    expect(there.map((file) => file !== null)).toEqual([false, true, true]);
    for (const [index, kept] of [0, 1, 1].entries()) expect(await contentsLike(contents[index]!)).toBe(kept);
  });

  test("takes more than one batch", async () => {
    const content = newContent();
    const file = await store(content);
    await rooms.query(
      `insert into junior_files (id, hash, name, media_type, size, created_at)
       select gen_random_uuid(), hash, name, media_type, size, now() - interval '2 days' from junior_files, generate_series(1, 250) where id = $1`,
      [file.id],
    );
    await trimUnattachedFiles(rooms.database);
    const rows = await rooms.query("select id from junior_files where hash = (select hash from junior_files where id = $1)", [file.id]);
    expect(rows).toEqual([{ id: file.id }]);
  });

  test("leaves a file that is being claimed", async () => {
    const file = await store();
    await age(file, 2);
    const gate = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const claiming = inTransaction(async (transaction) => {
      const claimed = await claimFiles(transaction, [file.id], ana.userId);
      held.resolve();
      await gate.promise;
      return claimed;
    });
    await held.promise;
    await trimUnattachedFiles(rooms.database);
    gate.resolve();
    expect(await claiming).toBe(true);
    expect(await findFile(rooms.database, file.id)).not.toBeNull();
  });
});
