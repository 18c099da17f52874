import type { Endpoint, ReplyOf } from '@atrium/contract/endpoint';
import {
  keepPreviousData,
  queryOptions,
  type QueryFilters,
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from './api-error.ts';
import { call, callAll, callList, type Page, type RequestOf } from './client.ts';
import type { ReadTexts, WriteTexts } from './query-client.ts';
import { isBound, type Scope, useScope } from './scope.tsx';

interface ReadOptions {
  /** The toast when the call fails; without it, the caller reports the failure. */
  texts?: ReadTexts;
  enabled?: boolean;
  /** Refetch after this many milliseconds. */
  every?: number;
  /** For this many milliseconds it is not requested again, wherever it is shown. */
  fresh?: number;
  /** Show the previous data while changed parameters load. */
  keep?: boolean;
  /** Decides when the call is made; at once when absent. */
  turn?: Turn;
}

/** Makes a call when it is its turn. */
export type Turn = <Result>(ask: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

type RowOf<E> = ReplyOf<E> extends (infer Row)[] ? Row : never;

/**
 * Calls an endpoint in the scope of the signed-in person; the organization of staff is added where the endpoint needs
 * it.
 */
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

/** The rows of several lists, as far as they are there. */
export function useLists<E extends Endpoint>(
  endpoint: E,
  requests: readonly RequestOf<E>[],
  options: ReadOptions,
): { rows: RowOf<E>[]; isComplete: boolean } {
  const scope = useScope();
  return useQueries({
    queries: requests.map((request) => readOf(endpoint, request, scope, options, (bound) => callList(endpoint, bound))),
    combine: (lists) => ({
      rows: lists.flatMap(({ data }) => data?.rows ?? []),
      isComplete: lists.every(({ data }) => data !== undefined),
    }),
  });
}

/** Loads all rows of a list, not just one page, such as for a file. */
export function useLoadAll<E extends Endpoint>(endpoint: E, request: RequestOf<E>): () => Promise<RowOf<E>[]> {
  const scope = useScope();
  return () =>
    callAll((part) => {
      const all = { ...request, query: { ...queryOf(request), ...part } };
      return callList(endpoint, inScope(endpoint, all, scope));
    });
}

/** Why there is nothing to show: it was never loaded, or it no longer exists, even if it was loaded before. */
export function blockingError({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): Error | null {
  const isGone = error instanceof ApiError && error.status === 404;
  return data === undefined || isGone ? error : null;
}

/**
 * A write; its texts become the toast, and everything it changes is refetched wherever it is shown. What it deletes is
 * fetched only when someone returns to it: its page is about to be left.
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

/** Refetches these endpoints; what is not on screen is fetched when it is shown again. */
export function useRefresh(): (endpoints: readonly Endpoint[], refetchType?: 'none') => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    (endpoints, refetchType) =>
      queryClient.invalidateQueries({ predicate: isOneOf(endpoints), ...(refetchType && { refetchType }) }),
    [queryClient],
  );
}

/** Aborts running reads of these endpoints; what was loaded before stays. */
export function useCancel(): (endpoints: readonly Endpoint[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback((endpoints) => queryClient.cancelQueries({ predicate: isOneOf(endpoints) }), [queryClient]);
}

/** Aborts one read, wherever it is shown. */
export function useCancelOne(): <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => Promise<void> {
  const queryClient = useQueryClient();
  const scope = useScope();
  return useCallback(
    (endpoint, request) => queryClient.cancelQueries({ queryKey: keyOf(endpoint, request, scope), exact: true }),
    [queryClient, scope],
  );
}

/** For calls outside of rendering, such as a download. */
export function useBoundRequest(): <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => RequestOf<E> {
  const scope = useScope();
  return (endpoint, request) => inScope(endpoint, request, scope);
}

function isOneOf(endpoints: readonly Endpoint[]): NonNullable<QueryFilters['predicate']> {
  const names = new Set(endpoints.map(({ name }) => name));
  return ({ queryKey }) => names.has(String(queryKey[2]));
}

function needsProof({ access }: Endpoint): boolean {
  return access.kind === 'session' && access.needsRecentProof === true;
}

function useRead<E extends Endpoint, Result>(
  endpoint: E,
  request: RequestOf<E>,
  options: ReadOptions,
  ask: (request: RequestOf<E>) => Promise<Result>,
) {
  return useQuery(readOf(endpoint, request, useScope(), options, ask));
}

function readOf<E extends Endpoint, Result>(
  endpoint: E,
  request: RequestOf<E>,
  scope: Scope,
  { texts, enabled = true, every, fresh, keep = false, turn = atOnce }: ReadOptions,
  ask: (request: RequestOf<E>) => Promise<Result>,
) {
  return queryOptions({
    queryKey: keyOf(endpoint, request, scope),
    queryFn: ({ signal }) => turn(() => ask({ ...inScope(endpoint, request, scope), signal }), signal),
    enabled: enabled && !(isBound(endpoint) && (orgIdOf(request) ?? scope.orgId) === null),
    // Returning to a page must not trigger a proof dialog.
    ...(needsProof(endpoint) && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
    ...(texts && { meta: texts }),
    ...(every !== undefined && { refetchInterval: every }),
    ...(fresh !== undefined && { staleTime: fresh }),
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

const atOnce: Turn = (ask) => ask();

function keyOf(endpoint: Endpoint, request: object, { userId, orgId }: Scope): QueryKey {
  return [userId, isBound(endpoint) ? orgId : null, endpoint.name, request];
}

/** An organization that staff name explicitly takes precedence over the chosen one. */
function inScope<E extends Endpoint>(endpoint: E, request: RequestOf<E>, { isStaff, orgId }: Scope): RequestOf<E> {
  if (!isStaff || !isBound(endpoint) || orgId === null || orgIdOf(request) !== null) return request;
  return { ...request, query: { ...queryOf(request), orgId } };
}

function queryOf(request: object): object {
  return 'query' in request && typeof request.query === 'object' && request.query !== null ? request.query : {};
}

function orgIdOf(request: object): string | null {
  const query = queryOf(request);
  return 'orgId' in query && typeof query.orgId === 'string' ? query.orgId : null;
}
