-- Live readings, back-fill and commands of a lane mark days apart from now on (mark-store.ts). A mark that an interrupted writer
-- left would wait for it forever; made ready, its day is computed again, and once more when the writer repeats its work.
UPDATE rollup_mark SET ready = true WHERE NOT ready;
