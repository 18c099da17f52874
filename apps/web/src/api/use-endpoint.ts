import type { Endpoint, ReplyOf } from '@atrium/contract/endpoint';
import {
  keepPreviousData,
  type QueryFilters,
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call, callList, type Page, type RequestOf } from './client.ts';
import type { ReadTexts, WriteTexts } from './query-client.ts';
import { isBound, type Scope, useScope } from './scope.tsx';

interface ReadOptions {
  /** What the toast says when the call fails; without it, the caller reports the failure. */
  texts?: ReadTexts;
  enabled?: boolean;
  /** Ask again after this many milliseconds. */
  every?: number;
  /** Show the former answer while a changed question is under way. */
  keep?: boolean;
}

type RowOf<E> = ReplyOf<E> extends (infer Row)[] ? Row : never;

/** Asks an endpoint in the scope of the signed-in person; staff's organization is added where the endpoint needs it. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: ReadOptions,
): UseQueryResult<ReplyOf<E>> {
  return useRead(endpoint, request, options, (bound) => call(endpoint, bound));
}

/** The same for a list: rows and total. */
export function useList<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: ReadOptions,
): UseQueryResult<Page<RowOf<E>>> {
  return useRead(endpoint, request, options, (bound) => callList(endpoint, bound));
}

/** Why there is nothing to show: it was never had, or it is there no more, whatever was known of it. */
export function blockingError({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): Error | null {
  const isGone = error instanceof ApiError && error.status === 404;
  return data === undefined || isGone ? error : null;
}

/**
 * A write; its texts become the toast, and what it changes is asked for again wherever it is shown. What it ends is only
 * fetched when someone returns to it: its page is about to be left.
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  texts: WriteTexts,
  changes: readonly Endpoint[] = [],
  ends: readonly Endpoint[] = [],
): UseMutationResult<ReplyOf<E>, Error, RequestOf<E>> {
  const scope = useScope();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (request: RequestOf<E>) => call(endpoint, inScope(endpoint, request, scope)),
    onSuccess: () => Promise.all([refresh(changes), refresh(ends, 'none')]),
    // Refetch when the page is shown again, to pick up changes by others.
    onError: (error) => (isStale(error) ? refresh(changes) : undefined),
    meta: texts,
  });
}

function isStale(error: Error): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** Asks again for what these endpoints answered; what is not on screen is asked for when it is shown again. */
export function useRefresh(): (endpoints: readonly Endpoint[], refetchType?: 'none') => Promise<void> {
  const queryClient = useQueryClient();
  return (endpoints, refetchType) => {
    const names = new Set(endpoints.map(({ name }) => name));
    const predicate: QueryFilters['predicate'] = ({ queryKey }) => names.has(String(queryKey[2]));
    return queryClient.invalidateQueries({ predicate, ...(refetchType && { refetchType }) });
  };
}

/** For what is called outside of rendering, such as a download. */
export function useBoundRequest(): <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => RequestOf<E> {
  const scope = useScope();
  return (endpoint, request) => inScope(endpoint, request, scope);
}

function needsProof({ access }: Endpoint): boolean {
  return access.kind === 'session' && access.needsRecentProof === true;
}

function useRead<E extends Endpoint, Result>(
  endpoint: E,
  request: RequestOf<E>,
  { texts, enabled = true, every, keep = false }: ReadOptions,
  ask: (request: RequestOf<E>) => Promise<Result>,
) {
  const scope = useScope();
  return useQuery({
    queryKey: keyOf(endpoint, request, scope),
    queryFn: ({ signal }) => ask({ ...inScope(endpoint, request, scope), signal }),
    enabled: enabled && !(isBound(endpoint) && (orgIdOf(request) ?? scope.orgId) === null),
    // Nobody who comes back to a page is asked to confirm that it is them.
    ...(needsProof(endpoint) && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
    ...(texts && { meta: texts }),
    ...(every !== undefined && { refetchInterval: every }),
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

function keyOf(endpoint: Endpoint, request: object, { userId, orgId }: Scope): QueryKey {
  return [userId, isBound(endpoint) ? orgId : null, endpoint.name, request];
}

/** Staff who name an organization mean that one, whichever they have chosen. */
function inScope<E extends Endpoint>(endpoint: E, request: RequestOf<E>, { isStaff, orgId }: Scope): RequestOf<E> {
  if (!isStaff || !isBound(endpoint) || orgId === null || orgIdOf(request) !== null) return request;
  const query = 'query' in request && typeof request.query === 'object' ? request.query : {};
  return { ...request, query: { ...query, orgId } };
}

function orgIdOf(request: object): string | null {
  const query: unknown = 'query' in request ? request.query : undefined;
  if (typeof query !== 'object' || query === null || !('orgId' in query)) return null;
  return typeof query.orgId === 'string' ? query.orgId : null;
}
