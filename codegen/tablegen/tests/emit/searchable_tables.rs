// Tables, generated from searchable_tables.td. Do not edit.

/// `AccessKind`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum AccessKind {
    /// `none`
    None = 0,
    /// `read`
    Read = 1,
    /// `write`
    Write = 2,
}
impl AccessKind {
    /// `any`
    #[allow(non_upper_case_globals)]
    pub const Any: AccessKind = AccessKind::Write;
}
/// `WireName`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(non_camel_case_types)]
pub enum WireName {
    /// `IN_A_B`
    IN_A_B = 3,
    /// `IN_AB`
    IN_AB = 1,
}
/// `BarrierValues`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum BarrierValues {
    /// `load`
    Load = 1,
    /// `full`
    Full = 15,
}
/// A row.
#[derive(Clone, Copy, Debug)]
pub struct SysReg {
    /// `Name`
    pub name: &'static str,
    /// `Encoding`
    pub encoding: u16,
    /// `Permission`
    pub permission: AccessKind,
    /// `Banks`
    pub banks: &'static [i64],
    /// `Check`
    pub check: fn(i64) -> bool,
}
/// `SysRegs`
pub static SYS_REGS: &[SysReg] = &[
    SysReg { name: "status", encoding: 0x300, permission: AccessKind::Read, banks: &[0, 1], check: |bank| bank < 4, },
    SysReg { name: "cause", encoding: 0x342, permission: AccessKind::Write, banks: &[], check: |bank| bank < 4, },
    SysReg { name: "Cycle", encoding: 0xc00, permission: AccessKind::Read, banks: &[-1], check: |bank| bank < 4, },
    SysReg { name: "cycleh", encoding: 0xc00, permission: AccessKind::Any, banks: &[], check: |bank| bank < 4, },
];
/// The rows of `SysRegs` with this key.
pub fn lookup_sys_reg_by_encoding(encoding: u16) -> &'static [SysReg] {
    let compare = |row: &SysReg| row.encoding.cmp(&encoding);
    let start = SYS_REGS.partition_point(|row| compare(row).is_lt());
    let end = SYS_REGS.partition_point(|row| compare(row).is_le());
    &SYS_REGS[start..end]
}
static LOOKUP_SYS_REG_BY_NAME: &[u16] = &[
1,2,3,0,
];
/// The first row of `SysRegs` with this key.
pub fn lookup_sys_reg_by_name(name: &str) -> Option<&'static SysReg> {
    let compare = |row: &SysReg| row.name.bytes().map(|b| b.to_ascii_uppercase()).cmp(name.bytes().map(|b| b.to_ascii_uppercase()));
    let place = LOOKUP_SYS_REG_BY_NAME.partition_point(|&row| compare(&SYS_REGS[row as usize]).is_lt());
    LOOKUP_SYS_REG_BY_NAME.get(place).map(|&row| &SYS_REGS[row as usize]).filter(|row| compare(row).is_eq())
}
static LOOKUP_SYS_REG_BY_PERMISSION: &[u16] = &[
0,2,1,3,
];
/// The first row of `SysRegs` with this key.
pub fn lookup_sys_reg_by_permission(permission: AccessKind, encoding: u16) -> Option<&'static SysReg> {
    if !(AccessKind::Read..=AccessKind::Any).contains(&permission) {
        return None;
    }
    let compare = |row: &SysReg| row.permission.cmp(&permission).then_with(|| row.encoding.cmp(&encoding));
    let place = LOOKUP_SYS_REG_BY_PERMISSION.partition_point(|&row| compare(&SYS_REGS[row as usize]).is_lt());
    LOOKUP_SYS_REG_BY_PERMISSION.get(place).map(|&row| &SYS_REGS[row as usize]).filter(|row| compare(row).is_eq())
}
/// A row.
#[derive(Clone, Copy, Debug)]
pub struct CostOfInst {
    /// `Inst`
    pub inst: wavec_mc::Opcode,
    /// `Cycles`
    pub cycles: u8,
    /// `Fast`
    pub fast: bool,
    /// `Call`
    pub call: IntrinsicId,
}
/// `Costs`
pub static COSTS: &[CostOfInst] = &[
    CostOfInst { inst: wavec_mc::Opcode(19), cycles: 0x3, fast: true, call: id::TOY_HALF, },
    CostOfInst { inst: wavec_mc::Opcode(20), cycles: 0xa, fast: false, call: id::TOY_HALF, },
    CostOfInst { inst: wavec_mc::Opcode(25), cycles: 0x28, fast: false, call: id::TOY_HALF, },
];
/// The first row of `Costs` with this key.
pub fn cost_of(inst: wavec_mc::Opcode) -> Option<&'static CostOfInst> {
    if !(wavec_mc::Opcode(19)..=wavec_mc::Opcode(25)).contains(&inst) {
        return None;
    }
    let compare = |row: &CostOfInst| row.inst.cmp(&inst);
    let place = COSTS.partition_point(|row| compare(row).is_lt());
    COSTS.get(place).filter(|row| compare(row).is_eq())
}
/// A row.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// `Text`
    pub text: &'static str,
    /// `Number`
    pub number: u8,
}
/// `Steps`
pub static STEPS: &[Step] = &[
    Step { text: "four", number: 0x4, },
    Step { text: "three", number: 0x3, },
    Step { text: "two", number: 0x2, },
];
static STEP_BY_NUMBER: &[u16] = &[
2,1,0,
];
/// The first row of `Steps` with this key.
pub fn step_by_number(number: u8) -> Option<&'static Step> {
    STEP_BY_NUMBER.get((number as usize).wrapping_sub(2i64 as usize)).map(|&row| &STEPS[row as usize])
}
/// A row.
#[derive(Clone, Copy, Debug)]
pub struct Port {
    /// `Name`
    pub name: &'static str,
    /// `Number`
    pub number: i64,
    /// `IsSlow`
    pub is_slow: bool,
    /// `Strength`
    pub strength: u8,
}
/// `InPorts`
pub static IN_PORTS: &[Port] = &[
    Port { name: "in0", number: 7, is_slow: true, strength: 0, },
];
static IN_PORT_BY_NAME: &[u16] = &[
0,
];
/// The first row of `InPorts` with this key.
pub fn in_port_by_name(name: &str) -> Option<&'static Port> {
    let compare = |row: &Port| row.name.bytes().map(|b| b.to_ascii_uppercase()).cmp(name.bytes().map(|b| b.to_ascii_uppercase()));
    let place = IN_PORT_BY_NAME.partition_point(|&row| compare(&IN_PORTS[row as usize]).is_lt());
    IN_PORT_BY_NAME.get(place).map(|&row| &IN_PORTS[row as usize]).filter(|row| compare(row).is_eq())
}
/// `OutPorts`
pub static OUT_PORTS: &[Port] = &[
    Port { name: "out0", number: 8, strength: 0x3, is_slow: false, },
    Port { name: "out1", number: 9, strength: 0x1, is_slow: false, },
];
/// The first row of `OutPorts` with this key.
pub fn out_port_by_number(number: i64) -> Option<&'static Port> {
    let compare = |row: &Port| row.number.cmp(&number);
    let place = OUT_PORTS.partition_point(|row| compare(row).is_lt());
    OUT_PORTS.get(place).filter(|row| compare(row).is_eq())
}
/// A row.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// `From`
    pub from: WireName,
    /// `Cost`
    pub cost: u8,
}
/// `Routes`
pub static ROUTES: &[Route] = &[
    Route { from: WireName::IN_AB, cost: 0x5, },
    Route { from: WireName::IN_A_B, cost: 0x2, },
    Route { from: WireName::IN_A_B, cost: 0x9, },
];
/// The first row of `Routes` with this key.
pub fn get_route(from: WireName) -> Option<&'static Route> {
    let compare = |row: &Route| row.from.cmp(&from);
    let place = ROUTES.partition_point(|row| compare(row).is_lt());
    ROUTES.get(place).filter(|row| compare(row).is_eq())
}
static GET_ROUTE_BY_COST: &[u16] = &[
1,0,2,
];
/// The first row of `Routes` with this key.
pub fn get_route_by_cost(cost: u8) -> Option<&'static Route> {
    let compare = |row: &Route| row.cost.cmp(&cost);
    let place = GET_ROUTE_BY_COST.partition_point(|&row| compare(&ROUTES[row as usize]).is_lt());
    GET_ROUTE_BY_COST.get(place).map(|&row| &ROUTES[row as usize]).filter(|row| compare(row).is_eq())
}
static GET_ROUTES_FROM: &[u16] = &[
0,1,2,
];
/// The rows of `Routes` with this key.
pub fn get_routes_from(from: WireName) -> impl Iterator<Item = &'static Route> {
    let rows = GET_ROUTES_FROM;
    let compare = |row: &Route| row.from.cmp(&from);
    let start = rows.partition_point(|&row| compare(&ROUTES[row as usize]).is_lt());
    let end = rows.partition_point(|&row| compare(&ROUTES[row as usize]).is_le());
    rows[start..end].iter().map(|&row| &ROUTES[row as usize])
}
static GET_ROUTES_COSTING: &[u16] = &[
1,0,2,
];
/// The rows of `Routes` with this key.
pub fn get_routes_costing(cost: u8) -> impl Iterator<Item = &'static Route> {
    let rows = if (0x2..=0x9).contains(&cost) { GET_ROUTES_COSTING } else { &[] };
    let compare = |row: &Route| row.cost.cmp(&cost);
    let start = rows.partition_point(|&row| compare(&ROUTES[row as usize]).is_lt());
    let end = rows.partition_point(|&row| compare(&ROUTES[row as usize]).is_le());
    rows[start..end].iter().map(|&row| &ROUTES[row as usize])
}
/// A row.
#[derive(Clone, Copy, Debug)]
pub struct Barrier {
    /// `Name`
    pub name: &'static str,
    /// `Encoding`
    pub encoding: u8,
}
/// `BarriersList`
pub static BARRIERS_LIST: &[Barrier] = &[
    Barrier { name: "full", encoding: 0xf, },
    Barrier { name: "load", encoding: 0x1, },
];
static LOOKUP_BARRIER_BY_NAME: &[u16] = &[
0,1,
];
/// The first row of `BarriersList` with this key.
pub fn lookup_barrier_by_name(name: &str) -> Option<&'static Barrier> {
    let compare = |row: &Barrier| row.name.bytes().map(|b| b.to_ascii_uppercase()).cmp(name.bytes().map(|b| b.to_ascii_uppercase()));
    let place = LOOKUP_BARRIER_BY_NAME.partition_point(|&row| compare(&BARRIERS_LIST[row as usize]).is_lt());
    LOOKUP_BARRIER_BY_NAME.get(place).map(|&row| &BARRIERS_LIST[row as usize]).filter(|row| compare(row).is_eq())
}
static LOOKUP_BARRIER_BY_ENCODING: &[u16] = &[
1,0,
];
/// The first row of `BarriersList` with this key.
pub fn lookup_barrier_by_encoding(encoding: u8) -> Option<&'static Barrier> {
    let compare = |row: &Barrier| row.encoding.cmp(&encoding);
    let place = LOOKUP_BARRIER_BY_ENCODING.partition_point(|&row| compare(&BARRIERS_LIST[row as usize]).is_lt());
    LOOKUP_BARRIER_BY_ENCODING.get(place).map(|&row| &BARRIERS_LIST[row as usize]).filter(|row| compare(row).is_eq())
}
