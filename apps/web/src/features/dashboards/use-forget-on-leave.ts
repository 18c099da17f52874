import type { Endpoint } from '@atrium/contract/endpoint';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Edits begin with the newest version, not with the one of the last visit. */
export function useForgetOnLeave({ name: wanted }: Endpoint, id: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const isIt = ({ queryKey: [, , name, request] }: { queryKey: QueryKey }) =>
      name === wanted && JSON.stringify(request).includes(id);
    // Once it is no longer shown anywhere.
    return () => void setTimeout(() => queryClient.removeQueries({ type: 'inactive', predicate: isIt }));
  }, [queryClient, wanted, id]);
}
