; Phis of conditions where lanes that skipped an arm join those that executed it: masks in scalar registers, which the arm
; adds to. Every kind of condition meets every other, and one leaves a loop.
; RUN: wavec run %s -O0 --kernel k --global 64 --local 64 --arg buf:i32[192]:zero --arg buf:i32[1]:zero --arg i32:4 --dump 0:192 | FileCheck %s --check-prefix=VALUES
; RUN: wavec run %s -O1 --kernel k --global 64 --local 64 --arg buf:i32[192]:zero --arg buf:i32[1]:zero --arg i32:4 --dump 0:192 | FileCheck %s --check-prefix=VALUES
; RUN: wavec run %s -O2 --kernel k --global 64 --local 64 --arg buf:i32[192]:zero --arg buf:i32[1]:zero --arg i32:4 --dump 0:192 | FileCheck %s --check-prefix=VALUES
; RUN: wavec run %s -O3 --kernel k --global 64 --local 64 --arg buf:i32[192]:zero --arg buf:i32[1]:zero --arg i32:4 --dump 0:192 | FileCheck %s --check-prefix=VALUES
; VALUES: 374800983 3 -1663365194 1465057879 3 -1663365194 -1772420393 3 -1663365194 -681901353 3 -1663365194 306660179 5 -1663365194 1397969747 5 -1663365194 -1841085485 5 -1663365194 -749513773 5 -1663365194 912719999 9 -1663365194 2002976895 15 -1663365194 -1234501377 13 -1663365194 -143982337 11 -1663365194 845627771 7 -1663365194 1936937339 7 -1663365194 -1302117893 7 -1663365194 -210546181 7 -1663365194 374800983 3 -1663365194 1465057879 3 -1663365194 -1772420393 3 -1663365194 -681901353 3 -1663365194 306660179 5 -1663365194 1397969747 5 -1663365194 -1841085485 5 -1663365194 -749513773 5 -1663365194 910622847 9 -1663365194 2000879743 15 -1663365194 -1236598529 13 -1663365194 -146079489 11 -1663365194 843530619 7 -1663365194 1934840187 7 -1663365194 -1304215045 7 -1663365194 -212643333 7 -1663365194 917897847 3 -1663365194 1999635063 3 -1663365194 -1229323529 3 -1663365194 -147324169 3 -1663365194 849757043 5 -1663365194 1932546931 5 -1663365194 -1297988621 5 -1663365194 -214936589 5 -1663365194 916848767 9 -1663365194 1998585983 15 -1663365194 -1230372609 13 -1663365194 -148373249 11 -1663365194 849756539 7 -1663365194 1932546427 7 -1663365194 -1297989125 7 -1663365194 -214937093 7 -1663365194 922157687 3 -1663365194 2003894903 3 -1663365194 -1225063689 3 -1663365194 -143064329 3 -1663365194 854016883 5 -1663365194 1936806771 5 -1663365194 -1293728781 5 -1663365194 -210676749 5 -1663365194 919011455 9 -1663365194 2000748671 15 -1663365194 -1228209921 13 -1663365194 -146210561 11 -1663365194 851919227 7 -1663365194 1934709115 7 -1663365194 -1295826437 7 -1663365194 -212774405 7 -1663365194
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i64 @llvm.amdgcn.ballot.i64(i1)

define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %trash, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  br label %h0
h0:
  %bits0 = phi i32 [ 0, %entry ]
  %masks0 = phi i64 [ 0, %entry ]
  %cb0 = and i32 %id, 1
  %c0 = icmp ne i32 %cb0, 0
  %ab0 = and i32 %id, 2
  %a0 = icmp eq i32 %ab0, 0
  %au0 = icmp eq i32 %n, 5
  br i1 %c0, label %arm0, label %j0
arm0:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb0 = and i32 %id, 4
  %t0 = icmp ne i32 %tb0, 0
  %tu0 = icmp ult i32 %n, 5
  br label %j0
j0:
  %v0 = phi i1 [ true, %h0 ], [ true, %arm0 ]
  %z0 = select i1 %v0, i32 1, i32 0
  %bits1 = or i32 %bits0, %z0
  %w0 = call i64 @llvm.amdgcn.ballot.i64(i1 %v0)
  %m30 = mul i64 %masks0, 3
  %masks1 = xor i64 %m30, %w0
  br label %h1
h1:
  %cb1 = and i32 %id, 2
  %c1 = icmp ne i32 %cb1, 0
  %ab1 = and i32 %id, 4
  %a1 = icmp eq i32 %ab1, 0
  %au1 = icmp eq i32 %n, 4
  br i1 %c1, label %j1, label %arm1
arm1:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb1 = and i32 %id, 2
  %t1 = icmp ne i32 %tb1, 0
  %tu1 = icmp ult i32 %n, 4
  br label %j1
j1:
  %v1 = phi i1 [ true, %h1 ], [ true, %arm1 ]
  %z1 = select i1 %v1, i32 2, i32 0
  %bits2 = or i32 %bits1, %z1
  %w1 = call i64 @llvm.amdgcn.ballot.i64(i1 %v1)
  %m31 = mul i64 %masks1, 3
  %masks2 = xor i64 %m31, %w1
  br label %h2
h2:
  %cb2 = and i32 %id, 4
  %c2 = icmp ne i32 %cb2, 0
  %ab2 = and i32 %id, 8
  %a2 = icmp eq i32 %ab2, 0
  %au2 = icmp eq i32 %n, 4
  br i1 %c2, label %arm2, label %j2
arm2:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb2 = and i32 %id, 1
  %t2 = icmp ne i32 %tb2, 0
  %tu2 = icmp ult i32 %n, 5
  br label %j2
j2:
  %v2 = phi i1 [ true, %h2 ], [ false, %arm2 ]
  %z2 = select i1 %v2, i32 4, i32 0
  %bits3 = or i32 %bits2, %z2
  %w2 = call i64 @llvm.amdgcn.ballot.i64(i1 %v2)
  %m32 = mul i64 %masks2, 3
  %masks3 = xor i64 %m32, %w2
  br label %h3
h3:
  %cb3 = and i32 %id, 8
  %c3 = icmp ne i32 %cb3, 0
  %ab3 = and i32 %id, 16
  %a3 = icmp eq i32 %ab3, 0
  %au3 = icmp eq i32 %n, 5
  br i1 %c3, label %j3, label %arm3
arm3:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb3 = and i32 %id, 32
  %t3 = icmp ne i32 %tb3, 0
  %tu3 = icmp ult i32 %n, 4
  br label %j3
j3:
  %v3 = phi i1 [ true, %h3 ], [ false, %arm3 ]
  %z3 = select i1 %v3, i32 8, i32 0
  %bits4 = or i32 %bits3, %z3
  %w3 = call i64 @llvm.amdgcn.ballot.i64(i1 %v3)
  %m33 = mul i64 %masks3, 3
  %masks4 = xor i64 %m33, %w3
  br label %h4
h4:
  %cb4 = and i32 %id, 16
  %c4 = icmp ne i32 %cb4, 0
  %ab4 = and i32 %id, 32
  %a4 = icmp eq i32 %ab4, 0
  %au4 = icmp eq i32 %n, 4
  br i1 %c4, label %arm4, label %j4
arm4:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb4 = and i32 %id, 16
  %t4 = icmp ne i32 %tb4, 0
  %tu4 = icmp ult i32 %n, 5
  br label %j4
j4:
  %v4 = phi i1 [ true, %h4 ], [ %t4, %arm4 ]
  %z4 = select i1 %v4, i32 16, i32 0
  %bits5 = or i32 %bits4, %z4
  %w4 = call i64 @llvm.amdgcn.ballot.i64(i1 %v4)
  %m34 = mul i64 %masks4, 3
  %masks5 = xor i64 %m34, %w4
  br label %h5
h5:
  %cb5 = and i32 %id, 32
  %c5 = icmp ne i32 %cb5, 0
  %ab5 = and i32 %id, 1
  %a5 = icmp eq i32 %ab5, 0
  %au5 = icmp eq i32 %n, 4
  br i1 %c5, label %j5, label %arm5
arm5:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb5 = and i32 %id, 8
  %t5 = icmp ne i32 %tb5, 0
  %tu5 = icmp ult i32 %n, 4
  br label %j5
j5:
  %v5 = phi i1 [ true, %h5 ], [ %t5, %arm5 ]
  %z5 = select i1 %v5, i32 32, i32 0
  %bits6 = or i32 %bits5, %z5
  %w5 = call i64 @llvm.amdgcn.ballot.i64(i1 %v5)
  %m35 = mul i64 %masks5, 3
  %masks6 = xor i64 %m35, %w5
  br label %h6
h6:
  %cb6 = and i32 %id, 1
  %c6 = icmp ne i32 %cb6, 0
  %ab6 = and i32 %id, 2
  %a6 = icmp eq i32 %ab6, 0
  %au6 = icmp eq i32 %n, 5
  br i1 %c6, label %arm6, label %j6
arm6:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb6 = and i32 %id, 4
  %t6 = icmp ne i32 %tb6, 0
  %tu6 = icmp ult i32 %n, 5
  br label %j6
j6:
  %v6 = phi i1 [ true, %h6 ], [ %tu6, %arm6 ]
  %z6 = select i1 %v6, i32 64, i32 0
  %bits7 = or i32 %bits6, %z6
  %w6 = call i64 @llvm.amdgcn.ballot.i64(i1 %v6)
  %m36 = mul i64 %masks6, 3
  %masks7 = xor i64 %m36, %w6
  br label %h7
h7:
  %cb7 = and i32 %id, 2
  %c7 = icmp ne i32 %cb7, 0
  %ab7 = and i32 %id, 4
  %a7 = icmp eq i32 %ab7, 0
  %au7 = icmp eq i32 %n, 4
  br i1 %c7, label %j7, label %arm7
arm7:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb7 = and i32 %id, 2
  %t7 = icmp ne i32 %tb7, 0
  %tu7 = icmp ult i32 %n, 4
  br label %j7
j7:
  %v7 = phi i1 [ true, %h7 ], [ %tu7, %arm7 ]
  %z7 = select i1 %v7, i32 128, i32 0
  %bits8 = or i32 %bits7, %z7
  %w7 = call i64 @llvm.amdgcn.ballot.i64(i1 %v7)
  %m37 = mul i64 %masks7, 3
  %masks8 = xor i64 %m37, %w7
  br label %h8
h8:
  %cb8 = and i32 %id, 4
  %c8 = icmp ne i32 %cb8, 0
  %ab8 = and i32 %id, 8
  %a8 = icmp eq i32 %ab8, 0
  %au8 = icmp eq i32 %n, 4
  br i1 %c8, label %arm8, label %j8
arm8:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb8 = and i32 %id, 1
  %t8 = icmp ne i32 %tb8, 0
  %tu8 = icmp ult i32 %n, 5
  br label %j8
j8:
  %v8 = phi i1 [ false, %h8 ], [ true, %arm8 ]
  %z8 = select i1 %v8, i32 256, i32 0
  %bits9 = or i32 %bits8, %z8
  %w8 = call i64 @llvm.amdgcn.ballot.i64(i1 %v8)
  %m38 = mul i64 %masks8, 3
  %masks9 = xor i64 %m38, %w8
  br label %h9
h9:
  %cb9 = and i32 %id, 8
  %c9 = icmp ne i32 %cb9, 0
  %ab9 = and i32 %id, 16
  %a9 = icmp eq i32 %ab9, 0
  %au9 = icmp eq i32 %n, 5
  br i1 %c9, label %j9, label %arm9
arm9:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb9 = and i32 %id, 32
  %t9 = icmp ne i32 %tb9, 0
  %tu9 = icmp ult i32 %n, 4
  br label %j9
j9:
  %v9 = phi i1 [ false, %h9 ], [ true, %arm9 ]
  %z9 = select i1 %v9, i32 512, i32 0
  %bits10 = or i32 %bits9, %z9
  %w9 = call i64 @llvm.amdgcn.ballot.i64(i1 %v9)
  %m39 = mul i64 %masks9, 3
  %masks10 = xor i64 %m39, %w9
  br label %h10
h10:
  %cb10 = and i32 %id, 16
  %c10 = icmp ne i32 %cb10, 0
  %ab10 = and i32 %id, 32
  %a10 = icmp eq i32 %ab10, 0
  %au10 = icmp eq i32 %n, 4
  br i1 %c10, label %arm10, label %j10
arm10:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb10 = and i32 %id, 16
  %t10 = icmp ne i32 %tb10, 0
  %tu10 = icmp ult i32 %n, 5
  br label %j10
j10:
  %v10 = phi i1 [ false, %h10 ], [ false, %arm10 ]
  %z10 = select i1 %v10, i32 1024, i32 0
  %bits11 = or i32 %bits10, %z10
  %w10 = call i64 @llvm.amdgcn.ballot.i64(i1 %v10)
  %m310 = mul i64 %masks10, 3
  %masks11 = xor i64 %m310, %w10
  br label %h11
h11:
  %cb11 = and i32 %id, 32
  %c11 = icmp ne i32 %cb11, 0
  %ab11 = and i32 %id, 1
  %a11 = icmp eq i32 %ab11, 0
  %au11 = icmp eq i32 %n, 4
  br i1 %c11, label %j11, label %arm11
arm11:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb11 = and i32 %id, 8
  %t11 = icmp ne i32 %tb11, 0
  %tu11 = icmp ult i32 %n, 4
  br label %j11
j11:
  %v11 = phi i1 [ false, %h11 ], [ false, %arm11 ]
  %z11 = select i1 %v11, i32 2048, i32 0
  %bits12 = or i32 %bits11, %z11
  %w11 = call i64 @llvm.amdgcn.ballot.i64(i1 %v11)
  %m311 = mul i64 %masks11, 3
  %masks12 = xor i64 %m311, %w11
  br label %h12
h12:
  %cb12 = and i32 %id, 1
  %c12 = icmp ne i32 %cb12, 0
  %ab12 = and i32 %id, 2
  %a12 = icmp eq i32 %ab12, 0
  %au12 = icmp eq i32 %n, 5
  br i1 %c12, label %arm12, label %j12
arm12:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb12 = and i32 %id, 4
  %t12 = icmp ne i32 %tb12, 0
  %tu12 = icmp ult i32 %n, 5
  br label %j12
j12:
  %v12 = phi i1 [ false, %h12 ], [ %t12, %arm12 ]
  %z12 = select i1 %v12, i32 4096, i32 0
  %bits13 = or i32 %bits12, %z12
  %w12 = call i64 @llvm.amdgcn.ballot.i64(i1 %v12)
  %m312 = mul i64 %masks12, 3
  %masks13 = xor i64 %m312, %w12
  br label %h13
h13:
  %cb13 = and i32 %id, 2
  %c13 = icmp ne i32 %cb13, 0
  %ab13 = and i32 %id, 4
  %a13 = icmp eq i32 %ab13, 0
  %au13 = icmp eq i32 %n, 4
  br i1 %c13, label %j13, label %arm13
arm13:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb13 = and i32 %id, 2
  %t13 = icmp ne i32 %tb13, 0
  %tu13 = icmp ult i32 %n, 4
  br label %j13
j13:
  %v13 = phi i1 [ false, %h13 ], [ %t13, %arm13 ]
  %z13 = select i1 %v13, i32 8192, i32 0
  %bits14 = or i32 %bits13, %z13
  %w13 = call i64 @llvm.amdgcn.ballot.i64(i1 %v13)
  %m313 = mul i64 %masks13, 3
  %masks14 = xor i64 %m313, %w13
  br label %h14
h14:
  %cb14 = and i32 %id, 4
  %c14 = icmp ne i32 %cb14, 0
  %ab14 = and i32 %id, 8
  %a14 = icmp eq i32 %ab14, 0
  %au14 = icmp eq i32 %n, 4
  br i1 %c14, label %arm14, label %j14
arm14:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb14 = and i32 %id, 1
  %t14 = icmp ne i32 %tb14, 0
  %tu14 = icmp ult i32 %n, 5
  br label %j14
j14:
  %v14 = phi i1 [ false, %h14 ], [ %tu14, %arm14 ]
  %z14 = select i1 %v14, i32 16384, i32 0
  %bits15 = or i32 %bits14, %z14
  %w14 = call i64 @llvm.amdgcn.ballot.i64(i1 %v14)
  %m314 = mul i64 %masks14, 3
  %masks15 = xor i64 %m314, %w14
  br label %h15
h15:
  %cb15 = and i32 %id, 8
  %c15 = icmp ne i32 %cb15, 0
  %ab15 = and i32 %id, 16
  %a15 = icmp eq i32 %ab15, 0
  %au15 = icmp eq i32 %n, 5
  br i1 %c15, label %j15, label %arm15
arm15:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb15 = and i32 %id, 32
  %t15 = icmp ne i32 %tb15, 0
  %tu15 = icmp ult i32 %n, 4
  br label %j15
j15:
  %v15 = phi i1 [ false, %h15 ], [ %tu15, %arm15 ]
  %z15 = select i1 %v15, i32 32768, i32 0
  %bits16 = or i32 %bits15, %z15
  %w15 = call i64 @llvm.amdgcn.ballot.i64(i1 %v15)
  %m315 = mul i64 %masks15, 3
  %masks16 = xor i64 %m315, %w15
  br label %h16
h16:
  %cb16 = and i32 %id, 16
  %c16 = icmp ne i32 %cb16, 0
  %ab16 = and i32 %id, 32
  %a16 = icmp eq i32 %ab16, 0
  %au16 = icmp eq i32 %n, 4
  br i1 %c16, label %arm16, label %j16
arm16:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb16 = and i32 %id, 16
  %t16 = icmp ne i32 %tb16, 0
  %tu16 = icmp ult i32 %n, 5
  br label %j16
j16:
  %v16 = phi i1 [ %a16, %h16 ], [ true, %arm16 ]
  %z16 = select i1 %v16, i32 65536, i32 0
  %bits17 = or i32 %bits16, %z16
  %w16 = call i64 @llvm.amdgcn.ballot.i64(i1 %v16)
  %m316 = mul i64 %masks16, 3
  %masks17 = xor i64 %m316, %w16
  br label %h17
h17:
  %cb17 = and i32 %id, 32
  %c17 = icmp ne i32 %cb17, 0
  %ab17 = and i32 %id, 1
  %a17 = icmp eq i32 %ab17, 0
  %au17 = icmp eq i32 %n, 4
  br i1 %c17, label %j17, label %arm17
arm17:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb17 = and i32 %id, 8
  %t17 = icmp ne i32 %tb17, 0
  %tu17 = icmp ult i32 %n, 4
  br label %j17
j17:
  %v17 = phi i1 [ %a17, %h17 ], [ true, %arm17 ]
  %z17 = select i1 %v17, i32 131072, i32 0
  %bits18 = or i32 %bits17, %z17
  %w17 = call i64 @llvm.amdgcn.ballot.i64(i1 %v17)
  %m317 = mul i64 %masks17, 3
  %masks18 = xor i64 %m317, %w17
  br label %h18
h18:
  %cb18 = and i32 %id, 1
  %c18 = icmp ne i32 %cb18, 0
  %ab18 = and i32 %id, 2
  %a18 = icmp eq i32 %ab18, 0
  %au18 = icmp eq i32 %n, 5
  br i1 %c18, label %arm18, label %j18
arm18:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb18 = and i32 %id, 4
  %t18 = icmp ne i32 %tb18, 0
  %tu18 = icmp ult i32 %n, 5
  br label %j18
j18:
  %v18 = phi i1 [ %a18, %h18 ], [ false, %arm18 ]
  %z18 = select i1 %v18, i32 262144, i32 0
  %bits19 = or i32 %bits18, %z18
  %w18 = call i64 @llvm.amdgcn.ballot.i64(i1 %v18)
  %m318 = mul i64 %masks18, 3
  %masks19 = xor i64 %m318, %w18
  br label %h19
h19:
  %cb19 = and i32 %id, 2
  %c19 = icmp ne i32 %cb19, 0
  %ab19 = and i32 %id, 4
  %a19 = icmp eq i32 %ab19, 0
  %au19 = icmp eq i32 %n, 4
  br i1 %c19, label %j19, label %arm19
arm19:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb19 = and i32 %id, 2
  %t19 = icmp ne i32 %tb19, 0
  %tu19 = icmp ult i32 %n, 4
  br label %j19
j19:
  %v19 = phi i1 [ %a19, %h19 ], [ false, %arm19 ]
  %z19 = select i1 %v19, i32 524288, i32 0
  %bits20 = or i32 %bits19, %z19
  %w19 = call i64 @llvm.amdgcn.ballot.i64(i1 %v19)
  %m319 = mul i64 %masks19, 3
  %masks20 = xor i64 %m319, %w19
  br label %h20
h20:
  %cb20 = and i32 %id, 4
  %c20 = icmp ne i32 %cb20, 0
  %ab20 = and i32 %id, 8
  %a20 = icmp eq i32 %ab20, 0
  %au20 = icmp eq i32 %n, 4
  br i1 %c20, label %arm20, label %j20
arm20:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb20 = and i32 %id, 1
  %t20 = icmp ne i32 %tb20, 0
  %tu20 = icmp ult i32 %n, 5
  br label %j20
j20:
  %v20 = phi i1 [ %a20, %h20 ], [ %t20, %arm20 ]
  %z20 = select i1 %v20, i32 1048576, i32 0
  %bits21 = or i32 %bits20, %z20
  %w20 = call i64 @llvm.amdgcn.ballot.i64(i1 %v20)
  %m320 = mul i64 %masks20, 3
  %masks21 = xor i64 %m320, %w20
  br label %h21
h21:
  %cb21 = and i32 %id, 8
  %c21 = icmp ne i32 %cb21, 0
  %ab21 = and i32 %id, 16
  %a21 = icmp eq i32 %ab21, 0
  %au21 = icmp eq i32 %n, 5
  br i1 %c21, label %j21, label %arm21
arm21:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb21 = and i32 %id, 32
  %t21 = icmp ne i32 %tb21, 0
  %tu21 = icmp ult i32 %n, 4
  br label %j21
j21:
  %v21 = phi i1 [ %a21, %h21 ], [ %t21, %arm21 ]
  %z21 = select i1 %v21, i32 2097152, i32 0
  %bits22 = or i32 %bits21, %z21
  %w21 = call i64 @llvm.amdgcn.ballot.i64(i1 %v21)
  %m321 = mul i64 %masks21, 3
  %masks22 = xor i64 %m321, %w21
  br label %h22
h22:
  %cb22 = and i32 %id, 16
  %c22 = icmp ne i32 %cb22, 0
  %ab22 = and i32 %id, 32
  %a22 = icmp eq i32 %ab22, 0
  %au22 = icmp eq i32 %n, 4
  br i1 %c22, label %arm22, label %j22
arm22:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb22 = and i32 %id, 16
  %t22 = icmp ne i32 %tb22, 0
  %tu22 = icmp ult i32 %n, 5
  br label %j22
j22:
  %v22 = phi i1 [ %a22, %h22 ], [ %tu22, %arm22 ]
  %z22 = select i1 %v22, i32 4194304, i32 0
  %bits23 = or i32 %bits22, %z22
  %w22 = call i64 @llvm.amdgcn.ballot.i64(i1 %v22)
  %m322 = mul i64 %masks22, 3
  %masks23 = xor i64 %m322, %w22
  br label %h23
h23:
  %cb23 = and i32 %id, 32
  %c23 = icmp ne i32 %cb23, 0
  %ab23 = and i32 %id, 1
  %a23 = icmp eq i32 %ab23, 0
  %au23 = icmp eq i32 %n, 4
  br i1 %c23, label %j23, label %arm23
arm23:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb23 = and i32 %id, 8
  %t23 = icmp ne i32 %tb23, 0
  %tu23 = icmp ult i32 %n, 4
  br label %j23
j23:
  %v23 = phi i1 [ %a23, %h23 ], [ %tu23, %arm23 ]
  %z23 = select i1 %v23, i32 8388608, i32 0
  %bits24 = or i32 %bits23, %z23
  %w23 = call i64 @llvm.amdgcn.ballot.i64(i1 %v23)
  %m323 = mul i64 %masks23, 3
  %masks24 = xor i64 %m323, %w23
  br label %h24
h24:
  %cb24 = and i32 %id, 1
  %c24 = icmp ne i32 %cb24, 0
  %ab24 = and i32 %id, 2
  %a24 = icmp eq i32 %ab24, 0
  %au24 = icmp eq i32 %n, 5
  br i1 %c24, label %arm24, label %j24
arm24:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb24 = and i32 %id, 4
  %t24 = icmp ne i32 %tb24, 0
  %tu24 = icmp ult i32 %n, 5
  br label %j24
j24:
  %v24 = phi i1 [ %au24, %h24 ], [ true, %arm24 ]
  %z24 = select i1 %v24, i32 16777216, i32 0
  %bits25 = or i32 %bits24, %z24
  %w24 = call i64 @llvm.amdgcn.ballot.i64(i1 %v24)
  %m324 = mul i64 %masks24, 3
  %masks25 = xor i64 %m324, %w24
  br label %h25
h25:
  %cb25 = and i32 %id, 2
  %c25 = icmp ne i32 %cb25, 0
  %ab25 = and i32 %id, 4
  %a25 = icmp eq i32 %ab25, 0
  %au25 = icmp eq i32 %n, 4
  br i1 %c25, label %j25, label %arm25
arm25:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb25 = and i32 %id, 2
  %t25 = icmp ne i32 %tb25, 0
  %tu25 = icmp ult i32 %n, 4
  br label %j25
j25:
  %v25 = phi i1 [ %au25, %h25 ], [ true, %arm25 ]
  %z25 = select i1 %v25, i32 33554432, i32 0
  %bits26 = or i32 %bits25, %z25
  %w25 = call i64 @llvm.amdgcn.ballot.i64(i1 %v25)
  %m325 = mul i64 %masks25, 3
  %masks26 = xor i64 %m325, %w25
  br label %h26
h26:
  %cb26 = and i32 %id, 4
  %c26 = icmp ne i32 %cb26, 0
  %ab26 = and i32 %id, 8
  %a26 = icmp eq i32 %ab26, 0
  %au26 = icmp eq i32 %n, 4
  br i1 %c26, label %arm26, label %j26
arm26:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb26 = and i32 %id, 1
  %t26 = icmp ne i32 %tb26, 0
  %tu26 = icmp ult i32 %n, 5
  br label %j26
j26:
  %v26 = phi i1 [ %au26, %h26 ], [ false, %arm26 ]
  %z26 = select i1 %v26, i32 67108864, i32 0
  %bits27 = or i32 %bits26, %z26
  %w26 = call i64 @llvm.amdgcn.ballot.i64(i1 %v26)
  %m326 = mul i64 %masks26, 3
  %masks27 = xor i64 %m326, %w26
  br label %h27
h27:
  %cb27 = and i32 %id, 8
  %c27 = icmp ne i32 %cb27, 0
  %ab27 = and i32 %id, 16
  %a27 = icmp eq i32 %ab27, 0
  %au27 = icmp eq i32 %n, 5
  br i1 %c27, label %j27, label %arm27
arm27:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb27 = and i32 %id, 32
  %t27 = icmp ne i32 %tb27, 0
  %tu27 = icmp ult i32 %n, 4
  br label %j27
j27:
  %v27 = phi i1 [ %au27, %h27 ], [ false, %arm27 ]
  %z27 = select i1 %v27, i32 134217728, i32 0
  %bits28 = or i32 %bits27, %z27
  %w27 = call i64 @llvm.amdgcn.ballot.i64(i1 %v27)
  %m327 = mul i64 %masks27, 3
  %masks28 = xor i64 %m327, %w27
  br label %h28
h28:
  %cb28 = and i32 %id, 16
  %c28 = icmp ne i32 %cb28, 0
  %ab28 = and i32 %id, 32
  %a28 = icmp eq i32 %ab28, 0
  %au28 = icmp eq i32 %n, 4
  br i1 %c28, label %arm28, label %j28
arm28:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb28 = and i32 %id, 16
  %t28 = icmp ne i32 %tb28, 0
  %tu28 = icmp ult i32 %n, 5
  br label %j28
j28:
  %v28 = phi i1 [ %au28, %h28 ], [ %t28, %arm28 ]
  %z28 = select i1 %v28, i32 268435456, i32 0
  %bits29 = or i32 %bits28, %z28
  %w28 = call i64 @llvm.amdgcn.ballot.i64(i1 %v28)
  %m328 = mul i64 %masks28, 3
  %masks29 = xor i64 %m328, %w28
  br label %h29
h29:
  %cb29 = and i32 %id, 32
  %c29 = icmp ne i32 %cb29, 0
  %ab29 = and i32 %id, 1
  %a29 = icmp eq i32 %ab29, 0
  %au29 = icmp eq i32 %n, 4
  br i1 %c29, label %j29, label %arm29
arm29:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb29 = and i32 %id, 8
  %t29 = icmp ne i32 %tb29, 0
  %tu29 = icmp ult i32 %n, 4
  br label %j29
j29:
  %v29 = phi i1 [ %au29, %h29 ], [ %t29, %arm29 ]
  %z29 = select i1 %v29, i32 536870912, i32 0
  %bits30 = or i32 %bits29, %z29
  %w29 = call i64 @llvm.amdgcn.ballot.i64(i1 %v29)
  %m329 = mul i64 %masks29, 3
  %masks30 = xor i64 %m329, %w29
  br label %h30
h30:
  %cb30 = and i32 %id, 1
  %c30 = icmp ne i32 %cb30, 0
  %ab30 = and i32 %id, 2
  %a30 = icmp eq i32 %ab30, 0
  %au30 = icmp eq i32 %n, 5
  br i1 %c30, label %arm30, label %j30
arm30:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb30 = and i32 %id, 4
  %t30 = icmp ne i32 %tb30, 0
  %tu30 = icmp ult i32 %n, 5
  br label %j30
j30:
  %v30 = phi i1 [ %au30, %h30 ], [ %tu30, %arm30 ]
  %z30 = select i1 %v30, i32 1073741824, i32 0
  %bits31 = or i32 %bits30, %z30
  %w30 = call i64 @llvm.amdgcn.ballot.i64(i1 %v30)
  %m330 = mul i64 %masks30, 3
  %masks31 = xor i64 %m330, %w30
  br label %h31
h31:
  %cb31 = and i32 %id, 2
  %c31 = icmp ne i32 %cb31, 0
  %ab31 = and i32 %id, 4
  %a31 = icmp eq i32 %ab31, 0
  %au31 = icmp eq i32 %n, 4
  br i1 %c31, label %j31, label %arm31
arm31:
  store volatile i32 %n, ptr addrspace(1) %trash
  %tb31 = and i32 %id, 2
  %t31 = icmp ne i32 %tb31, 0
  %tu31 = icmp ult i32 %n, 4
  br label %j31
j31:
  %v31 = phi i1 [ %au31, %h31 ], [ %tu31, %arm31 ]
  %z31 = select i1 %v31, i32 -2147483648, i32 0
  %bits32 = or i32 %bits31, %z31
  %w31 = call i64 @llvm.amdgcn.ballot.i64(i1 %v31)
  %m331 = mul i64 %masks31, 3
  %masks32 = xor i64 %m331, %w31
  br label %h32
h32:
  br label %loop
loop:
  %i = phi i32 [ 0, %h32 ], [ %next, %latch ]
  %p1 = mul i32 %i, 7
  %p2 = xor i32 %p1, %id
  %p3 = and i32 %p2, 12
  %go = icmp ne i32 %p3, 0
  br i1 %go, label %more, label %latch
more:
  store volatile i32 %n, ptr addrspace(1) %trash
  %q1 = add i32 %i, %id
  %q2 = and i32 %q1, 3
  %odd = icmp eq i32 %q2, 3
  br i1 %odd, label %inner, label %met
inner:
  store volatile i32 %n, ptr addrspace(1) %trash
  %far = icmp ugt i32 %i, 2
  br label %met
met:
  %done = phi i1 [ false, %more ], [ %far, %inner ]
  br label %latch
latch:
  %stop = phi i1 [ true, %loop ], [ %done, %met ]
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, 20
  %leave = or i1 %stop, %end
  br i1 %leave, label %exit, label %loop
exit:
  %left = phi i32 [ %next, %latch ]
  %flag = phi i1 [ %stop, %latch ]
  %f = zext i1 %flag to i32
  %l2 = shl i32 %left, 1
  %lf = or i32 %l2, %f
  %at = mul i32 %id, 3
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %at
  store i32 %bits32, ptr addrspace(1) %o0
  %o1 = getelementptr i32, ptr addrspace(1) %o0, i32 1
  store i32 %lf, ptr addrspace(1) %o1
  %o2 = getelementptr i32, ptr addrspace(1) %o0, i32 2
  %hi64 = lshr i64 %masks32, 32
  %x64 = xor i64 %hi64, %masks32
  %x32 = trunc i64 %x64 to i32
  store i32 %x32, ptr addrspace(1) %o2
  ret void
}
