import type * as z from 'zod/mini';
import { MAX_ANSWER } from '../answerLimits';
import type { PathParam } from './path';

/** A JSON codec: decodes a wire value and encodes it again. */
export type Schema = z.core.$ZodType;
/** The fields of a query or form. Wire values are text; optional fields are `z.optional`. */
export type TextShape = Readonly<Record<string, Schema>>;

/** Any fields, each written as text; the receiver validates them. */
export const asText: TextShape = {};

/** The body of a POST or PUT. */
export type BodyKind =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'form';
      readonly fields: TextShape;
      /** Fields whose empty value counts when decoding; by default, as in daemons, it counts as absent. */
      readonly clearable?: ReadonlySet<string>;
    }
  | { readonly kind: 'json'; readonly schema: Schema }
  | { readonly kind: 'bytes'; readonly maxBytes: number };

/** The body of a 2xx response. `nothing` is a 204. */
export type ResultKind =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text' }
  | { readonly kind: 'json'; readonly schema: Schema }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'stream' };

/** Parameters as `application/x-www-form-urlencoded`, the only encoding that daemons read. */
export const form = <Fields extends TextShape>(fields: Fields) => ({ kind: 'form', fields }) as const;
/** A JSON body. */
export const json = <S extends Schema>(schema: S) => ({ kind: 'json', schema }) as const;
/** A raw body of at most `maxBytes`. */
export const bytesUpTo = (maxBytes: number) => ({ kind: 'bytes', maxBytes }) as const;
/** A POST without a body. */
export const empty = { kind: 'empty' } as const;
/** 204, no body. */
export const nothing = { kind: 'nothing' } as const;
/** A text response. */
export const text = { kind: 'text' } as const;
/** A binary response, read as a whole; its Content-Type is ignored. */
export const bytes = { kind: 'bytes' } as const;
/** A binary response of any length, read as it arrives. */
export const stream = { kind: 'stream' } as const;

interface RouteOptions<Path extends string> {
  /** Codecs of path parameters; others are plain text. */
  readonly params?: { readonly [Name in PathParam<Path>]?: Schema };
  readonly query?: TextShape;
  /** Whether the server requires its password. */
  readonly access?: 'public' | 'password';
  /** A GET with side effects must declare `write`: Quarry's server then checks its origin like that of a POST. */
  readonly effect?: 'read' | 'write';
  /** Timeout for slow calls, in ms; by default the client's. */
  readonly timeoutMs?: number;
  /** Maximum size of a response held in memory, in bytes. Default: {@link MAX_ANSWER}. */
  readonly maxBytes?: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An endpoint, declared once for the client, the embedded node's router and the proxy. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly params: Readonly<Record<string, Schema | undefined>>;
  readonly query: TextShape;
  readonly body: BodyKind;
  readonly result: ResultKind;
  readonly access: 'public' | 'password';
  readonly effect: 'read' | 'write';
  readonly timeoutMs?: number;
  /** Maximum size of the response, in bytes; streams are not limited. */
  readonly maxBytes: number;
}
/** The endpoints of an API module by name. */
export type RouteTable = Readonly<Record<string, Route>>;

type None = Record<never, never>;
type ParamsOption<O> = O extends { params: infer P } ? P : None;
type QueryOption<O> = O extends { query: infer Q extends TextShape } ? Q : None;

interface RouteOf<Path extends string, Options, Body extends BodyKind, Result extends ResultKind> extends Route {
  readonly path: Path;
  readonly params: ParamsOption<Options> & Readonly<Record<string, Schema | undefined>>;
  readonly query: QueryOption<Options>;
  readonly body: Body;
  readonly result: Result;
  /** Type-level only: parameter names and codecs. */
  readonly types?: { path: Path; params: ParamsOption<Options> };
}

/** Declares a GET, which has no side effects unless `effect: 'write'`. */
export function get<
  const Path extends string,
  Result extends ResultKind,
  const Options extends RouteOptions<Path> = None
>(path: Path, result: Result, options?: Options): RouteOf<Path, Options, typeof empty, Result> {
  return declare('GET', path, empty, result, { effect: 'read', ...options });
}

/** Declares a POST, which has side effects unless `effect: 'read'`. */
export function post<
  const Path extends string,
  Body extends BodyKind,
  Result extends ResultKind,
  const Options extends RouteOptions<Path> = None
>(path: Path, body: Body, result: Result, options?: Options): RouteOf<Path, Options, Body, Result> {
  return declare('POST', path, body, result, { effect: 'write', ...options });
}

/** Declares a PUT: an idempotent POST. */
export function put<
  const Path extends string,
  Body extends BodyKind,
  Result extends ResultKind,
  const Options extends RouteOptions<Path> = None
>(path: Path, body: Body, result: Result, options?: Options): RouteOf<Path, Options, Body, Result> {
  return declare('PUT', path, body, result, { effect: 'write', ...options });
}

/** Declares a DELETE. */
export function del<
  const Path extends string,
  Result extends ResultKind,
  const Options extends RouteOptions<Path> = None
>(path: Path, result: Result, options?: Options): RouteOf<Path, Options, typeof empty, Result> {
  return declare('DELETE', path, empty, result, { effect: 'write', ...options });
}

function declare<Path extends string, Options, Body extends BodyKind, Result extends ResultKind>(
  method: Method,
  path: Path,
  body: Body,
  result: Result,
  options: RouteOptions<Path> & { readonly effect: 'read' | 'write' }
): RouteOf<Path, Options, Body, Result> {
  const { params = {}, query = {}, access = 'public', effect, timeoutMs, maxBytes = MAX_ANSWER } = options;
  const route: Route = { method, path, params, query, body, result, access, effect, timeoutMs, maxBytes };
  return route as RouteOf<Path, Options, Body, Result>;
}

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type Flat<T> = { [K in keyof T]: T[K] };
type TextFields<Fields> = { [K in keyof Fields]: Fields[K] extends Schema ? z.output<Fields[K]> : never };
/** Fields with an optional codec may be omitted. */
type TextValues<Fields> = Flat<
  Omit<TextFields<Fields>, OptionalKeys<TextFields<Fields>>> &
    Partial<Pick<TextFields<Fields>, OptionalKeys<TextFields<Fields>>>>
>;

type ParamsOf<R> = R extends { types?: { path: infer Path extends string; params: infer P } }
  ? { [Name in PathParam<Path>]: Name extends keyof P ? (P[Name] extends Schema ? z.output<P[Name]> : string) : string }
  : never;
type QueryOf<R> = R extends { query: infer Q } ? TextValues<Q> : never;
type BodyOf<R> = R extends { body: infer B }
  ? B extends { kind: 'form'; fields: infer Fields }
    ? TextValues<Fields>
    : B extends { kind: 'json'; schema: infer S extends Schema }
      ? z.output<S>
      : B extends { kind: 'bytes' }
        ? Uint8Array
        : undefined
  : never;

/** The decoded result of a route. */
export type ResultOf<R> = R extends { result: infer K }
  ? K extends { kind: 'json'; schema: infer S extends Schema }
    ? z.output<S>
    : K extends { kind: 'text' }
      ? string
      : K extends { kind: 'bytes' }
        ? Uint8Array<ArrayBuffer>
        : K extends { kind: 'stream' }
          ? ReadableStream<Uint8Array<ArrayBuffer>>
          : void
  : never;

/** A decoded request with all parts, as handlers receive it. */
export interface RequestOf<R> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

type MaybeAbsent<Key extends string, T> = None extends T
  ? { readonly [K in Key]?: T }
  : undefined extends T
    ? { readonly [K in Key]?: T }
    : { readonly [K in Key]: T };
/** A request as callers write it: parts without required content may be omitted. */
export type CallOf<R> = Flat<
  MaybeAbsent<'params', ParamsOf<R>> & MaybeAbsent<'query', QueryOf<R>> & MaybeAbsent<'body', BodyOf<R>>
>;

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** One typed function per route. */
export type Client<T> = {
  readonly [Name in keyof T]: None extends CallOf<T[Name]>
    ? (call?: CallOf<T[Name]>, options?: CallOptions) => Promise<ResultOf<T[Name]>>
    : (call: CallOf<T[Name]>, options?: CallOptions) => Promise<ResultOf<T[Name]>>;
};

/** One handler per route; a missing one is a compile error. */
export type Handlers<T> = {
  readonly [Name in keyof T]: (
    request: RequestOf<T[Name]>,
    context: { readonly signal: AbortSignal }
  ) => ResultOf<T[Name]> | Promise<ResultOf<T[Name]>>;
};
