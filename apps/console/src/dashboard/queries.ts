/** The GraphQL documents of the overview, with what they answer. */

export type Trend = 'Rising' | 'Falling' | 'Stalling';

export type Figures = Readonly<Record<string, number | Trend>>;

export interface KeyFigures {
  readonly insights: { readonly total: Figures; readonly endDatetime: string };
}

/** @param measures names of key figures */
export function keyFiguresQuery(measures: readonly string[]): string {
  const fields = measures.flatMap((name) => [name, `${name}Trend`]).join(' ');
  return `query ($period: PeriodInput!) {
    insights(subject: SalesUnits, period: $period) { endDatetime total { ${fields} } }
  }`;
}

export type MonthsAnswer = Readonly<Record<string, { readonly total: { WonAmount: number; LostAmount: number } }>>;

/** One field for each month, so that all come with one request. */
export function monthsQuery(months: readonly { readonly startDate: string; readonly endDate: string }[]): string {
  const fields = months.map(
    ({ startDate, endDate }, index) =>
      `month${index}: insights(subject: SalesUnits, period: {startDate: "${startDate}", endDate: "${endDate}"}) { total { WonAmount LostAmount } }`,
  );
  return `{ ${fields.join('\n')} }`;
}

export interface Pipeline {
  readonly id: string;
  readonly name: string;
  readonly steps: { readonly nodes: readonly { readonly id: string; readonly name: string }[] };
}

export interface PipelinesAnswer {
  readonly pipelines: { readonly nodes: readonly Pipeline[]; readonly pageInfo: PageInfo };
}

export interface OpenDealsAnswer {
  readonly evaluateReport: { readonly items: readonly { readonly result: Pivot }[] };
}

interface Header {
  readonly keys: readonly (string | null)[];
}

export interface Pivot {
  readonly rows: readonly Header[];
  readonly columns: readonly Header[];
  readonly cells: readonly {
    readonly row: number;
    readonly column: number;
    readonly values: readonly (string | null)[];
  }[];
}

/** Pipelines, twenty at a time, with their steps in their order. */
export const pipelinesQuery = `query ($after: String) {
  pipelines(first: 20, after: $after) {
    nodes { id name steps(first: 100, orderBy: { field: SORT_ORDER }) { nodes { id name } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** Opportunities counted and added up by step and status. */
export const openDealsQuery = `query ($structure: [ReportItemInput!]!) {
  evaluateReport(structure: $structure) {
    items { ... on PivotTable { result { rows { keys } columns { keys } cells { row column values } } } }
  }
}`;

export const openDealsStructure = [
  {
    id: 'pipeline',
    pivotTable: {
      entityType: 'Opportunity',
      rows: [{ field: 'step_id' }],
      columns: [{ field: 'status' }],
      measures: [{ function: 'Count' }, { function: 'Sum', field: 'value' }],
      grandTotals: false,
    },
  },
];

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

export interface UsersAnswer {
  readonly clients: { readonly nodes: readonly { readonly id: string }[]; readonly pageInfo: PageInfo };
}

export const usersQuery = `query ($first: Int!, $after: String) {
  clients(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
}`;

export interface AgendaItem {
  readonly __typename: string;
  readonly date: string;
  readonly name: string;
  readonly linkedId: string;
}

type Agendas = readonly { readonly items: readonly AgendaItem[] }[];

export interface AgendaAnswer {
  readonly agendas: Agendas;
}

export const agendaQuery = `query ($users: [UUID!]!, $period: PeriodInput!) {
  agendas: navigatorAgenda(clientIds: $users, period: $period) { items { __typename date name linkedId } }
}`;

/** What is open of days that are past is overdue. */
export const overdueQuery = `query ($users: [UUID!]!, $period: PeriodInput!) {
  agendas: navigatorAgenda(clientIds: $users, period: $period, kinds: [DueDateTask, OpportunityClosingDate]) {
    items { __typename date name linkedId }
  }
}`;
