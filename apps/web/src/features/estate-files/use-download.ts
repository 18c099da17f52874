import type { QueryInput } from '@atrium/contract/endpoint';
import { exportEstate } from '@atrium/contract/estate-files';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { saveFile } from '../../ui/save-file.ts';

type Query = QueryInput<typeof exportEstate>;

interface Download {
  readonly isRunning: boolean;
  /** How many were saved. */
  readonly files: number;
  readonly problem: string | null;
}

const nothing: Download = { isRunning: false, files: 0, problem: null };

/** Saves the estate: as one file or, where that would be too large to import, as several. */
export function useDownload() {
  const [state, setState] = useState(nothing);
  const run = async (query: Query) => {
    setState({ ...nothing, isRunning: true });
    try {
      setState({ ...nothing, files: await save(query) });
    } catch (error) {
      setState({ ...nothing, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return { ...state, run };
}

async function save(query: Query): Promise<number> {
  try {
    offer('estate', await call(exportEstate, { query }));
    return 1;
  } catch (error) {
    const files = error instanceof ApiError ? error.reply?.files : undefined;
    if (files === undefined) throw error;
    for (let file = 1; file <= files; file += 1) {
      offer(`estate-${file}-of-${files}`, await call(exportEstate, { query: { ...query, file } }));
    }
    return files;
  }
}

function offer(name: string, text: string): void {
  saveFile(name, 'yaml', new Blob([text], { type: 'text/yaml;charset=utf-8' }));
}
