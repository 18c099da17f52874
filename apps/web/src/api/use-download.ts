import type { Endpoint } from '@atrium/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { download, type RequestOf } from './client.ts';
import type { WriteTexts } from './query-client.ts';
import { useBoundRequest } from './use-endpoint.ts';

interface Wanted {
  endpoint: Endpoint;
  request: RequestOf<Endpoint>;
  format: string;
  save: (file: Blob) => void;
}

/** A file from an endpoint. `bytes` is how much has arrived, null while nothing is downloaded. */
export function useDownload(texts: WriteTexts) {
  const bind = useBoundRequest();
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  const { mutate } = useMutation({
    mutationFn: async ({ endpoint, request, format, save }: Wanted) => {
      const stopping = new AbortController();
      running.current = stopping;
      setBytes(0);
      try {
        const bound = { ...bind(endpoint, request), signal: stopping.signal };
        save(await download(endpoint, bound, format, setBytes));
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      }
    },
    onSettled: () => setBytes(null),
    meta: texts,
  });
  return { bytes, start: mutate, stop: () => running.current?.abort() };
}
